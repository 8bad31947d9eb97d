"""What rows and traces say: measures, tables of results, times."""
