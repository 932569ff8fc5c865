"""What a new account must look like."""

import re

EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


def problems(user):
    """Says what is wrong with a user; nothing where all is well."""
    found = []
    if not EMAIL.fullmatch(user.get("email", "")):
        found.append("email: expected an address")
    if not user.get("name", "").strip():
        found.append("name: expected at least one letter")
    return found
