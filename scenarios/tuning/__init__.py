"""Tuning: settings race against each other, and the contests go where doubt is."""
