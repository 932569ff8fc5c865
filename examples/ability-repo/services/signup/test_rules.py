import unittest

from services.signup.rules import problems


class Rules(unittest.TestCase):
    def test_a_whole_user_is_fine(self):
        self.assertEqual(problems({"email": "ada@dev.example", "name": "Ada"}), [])

    def test_an_address_needs_a_domain(self):
        self.assertEqual(problems({"email": "ada", "name": "Ada"}), ["email: expected an address"])
