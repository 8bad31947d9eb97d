"""What has been said?"""
