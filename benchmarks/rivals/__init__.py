"""The same questions answered by other means: one module per mechanic, each written as its users would write it."""
