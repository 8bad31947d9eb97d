"""Sentences about decisions in which no Advisor but Wild has an opinion, with the remedy."""

from collections.abc import Collection

from agents import ROSTERS
from blackboard import Decision
from scenarios.play.voices import ROSTERS_ASKED, WILD, measured_voices
from scenarios.play.votes import HALF, VoteCounts, has_opinion


def silence_note(decision: Decision) -> str:
    """Return a sentence if no Advisor but Wild has an opinion on a choice; otherwise nothing."""
    if len(decision.legal) == 1 or has_opinion(decision):
        return ""
    seated = [each.advisor for each in decision.testimonies]
    return f"{_nobody(seated)} has an opinion here; {remedy(decision.game, seated)}."


def silence_share(counts: VoteCounts) -> str:
    """Return the share of decisions without an opinion: `12 of 30 decisions (40 %)`."""
    share = 100 * counts.silent / counts.choices if counts.choices else 0.0
    return f"{counts.silent:,} of {counts.choices:,} decisions ({share:.0f} %)"


def silence_sentence(counts: VoteCounts, game: str, seated: Collection[str]) -> str:
    """Return in how many decisions no Advisor but Wild had an opinion, with the remedy if they are most."""
    line = f"{_nobody(seated)} had an opinion in {silence_share(counts)}"
    return f"{line}; {remedy(game, seated)}." if counts.is_mostly_silent else f"{line}."


def remedy(game: str, seated: Collection[str]) -> str:
    """Return what to do if Advisors rarely have an opinion in a game."""
    voices = measured_voices().get(game)
    if voices is not None:
        roster = max(ROSTERS_ASKED, key=voices.share)
        if voices.share(roster) > HALF and not _is_seated(roster, seated):
            share = f"{100 * voices.share(roster):.0f} %"
            return f"use the roster {roster}, which has one in {share} of the positions of {game}"
    return f"use Advisors that fit {game}"


def _is_seated(roster: str, seated: Collection[str]) -> bool:
    """Return whether a panel is this roster, without the Advisors that the game cannot serve."""
    members, panel = set(ROSTERS[roster].advisors), set(seated)
    return panel <= members and len(panel) > HALF * len(members)


def _nobody(seated: Collection[str]) -> str:
    return f"No Advisor but {WILD}" if WILD in seated else "No Advisor"
