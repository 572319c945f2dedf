"""What is asked: dice, notation, units, rulings, questions, and the run that answers them."""
