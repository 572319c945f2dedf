"""What can be wrong with a question: one class a kind, each message with the bad value, the rule and the way out."""


class WrongInput(ValueError):
    """Anything the user can mend; the command line prints its message and exits with 2."""


class UnknownDie(WrongInput):
    """A colour or die name that is in no dice file."""


class UnknownName(WrongInput):
    """A unit, switch, icon, table or option that does not exist."""


class BadNotation(WrongInput):
    """A text of dice, effects or keywords that cannot be read."""


class BadFile(WrongInput):
    """A file that cannot be read or written, or whose content is not what it should be."""


class ImpossibleQuestion(WrongInput):
    """A question whose parts are each well formed and together have no answer."""
