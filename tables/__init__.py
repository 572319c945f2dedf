"""How it is shown: data frames, summaries, charts, files, terminal tables."""
