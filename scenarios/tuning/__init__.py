"""Tuning: settings race against each other, and the closest of them play the most contests."""
