"""Who speaks?"""
