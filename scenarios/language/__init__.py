"""From a scenario file to the cells of an experiment."""
