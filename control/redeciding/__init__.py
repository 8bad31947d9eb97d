"""Logged decisions again, under other settings, without anybody thinking again."""
