"""Ways to vote that societies know, as paradigms.

An Advisor with anything to say casts a ballot: a grade from 0 to 10 for each move, its strength, and 5 where
it is silent. Its weight is a number of voters that cast it. Whoever says nothing of any move casts none.
Everything is counted in whole numbers and fractions, so that no tie hangs on rounding.
"""
