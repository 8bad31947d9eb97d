"""Analysis of rows and traces: measures, comparisons, default tables."""
