"""The marker that generated code carries until its author has written the rule."""


def your_rule_goes_here(stand_in: bool, *_at_hand: object) -> bool:
    """Return `stand_in`, the comparison that a generated check makes until you replace this call by your rule.

    The linter reports every call (GC402).

    Parameters
    ----------
    stand_in
        What the generated check judges by for now.
    _at_hand
        Further values that your rule may use.

    Examples
    --------
    >>> your_rule_goes_here("apple" in "an apple a day")
    True
    """
    return stand_in
