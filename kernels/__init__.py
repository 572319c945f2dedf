"""How it is rolled: numba functions, arrays and integers in, integers out."""
