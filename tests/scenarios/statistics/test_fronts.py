"""Which settings are best for their cost."""

import numpy as np

from scenarios.statistics.fronts import front, front_shares


def test_none_on_the_front_is_beaten_in_both() -> None:
    """As pair by pair; equal settings are both on it."""
    random = np.random.default_rng(0)
    costs, values = random.integers(0, 9, (2, 40)).astype(float)
    beaten = [
        any(
            costs[b] <= costs[a] and values[b] >= values[a] and (costs[b] < costs[a] or values[b] > values[a])
            for b in range(40)
        )
        for a in range(40)
    ]
    assert front(costs, values).tolist() == [not each for each in beaten]
    assert front(np.zeros(0), np.zeros(0)).tolist() == []


def test_runs_are_drawn_again() -> None:
    """What every run agrees on is certain; two settings that take turns share their place."""
    costs = np.array([[1.0, 2.0, 3.0, 3.0]] * 8)
    values = np.array([[1.0, 0.5, 4.0, 2.0], [1.0, 0.5, 2.0, 4.0]] * 4)
    shares = front_shares(costs, values)
    assert (shares[0], shares[1]) == (1, 0)
    assert 0.3 < shares[2] < 0.9
    assert (shares == front_shares(costs, values)).all()
