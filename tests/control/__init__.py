"""Who is heard, and for how long?"""
