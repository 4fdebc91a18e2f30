"""The clients that meet the scenarios of the library, what they see, and the table that is made of it."""
