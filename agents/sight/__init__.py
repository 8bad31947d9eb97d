"""What can be seen on a board: lines, paths, covers, patterns and zones."""
