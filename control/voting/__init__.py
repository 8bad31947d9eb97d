"""Paradigms: the rules of 1990, and voting rules of social choice.

An Advisor that comments casts a ballot: a grade from 0 to 10 for each move, which is its strength, or 5
where it is silent. Its weight is a number of voters. A silent Advisor casts no ballot. Amounts are whole
numbers and fractions, so that no tie depends on rounding.
"""
