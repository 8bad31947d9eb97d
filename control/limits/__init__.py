"""How much time and work is there, and for whom?"""
