"""What can be chosen, and what is the default?"""
