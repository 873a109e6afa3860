"""The test of the pads: what is felt is ticked and not played; a test that nobody touches ends by itself."""

from companion.start.stage import Stage, trial_scene, walk_scene
from companion.start.trial import REST_MS, Trial, Trying
from companion.touch.presses import ADMITS_MS
from firmware.light import DARK, Glow, Pad, Scene, Track
from firmware.messages import Drawn, Fault, Pressed, Removed, Scan

UID = bytes.fromhex("04A2245A6F6180")
PADS = ("seat-1", "seat-2", "discard")


class Clock:
    """Time that passes by command."""

    def __init__(self) -> None:
        self.ms = 1000

    def __call__(self) -> int:
        return self.ms


def lay(trial: Trial, pad: str) -> bool:
    return trial.take(Scan(pad, UID, 0))


def test_any_card_ticks_the_pad_it_is_laid_on() -> None:
    trial = Trial(PADS, Clock())
    trial.begin()
    assert all(lay(trial, pad) for pad in ("seat-2", "discard", "seat-2"))
    assert trial.stand().tapped == ("discard", "seat-2")
    assert trial.take(Pressed("undo", 0))
    assert trial.take(Drawn(0))
    assert (trial.stand().pressed, trial.stand().drawn) == (("undo",), True)


def test_before_it_and_after_it_cards_are_played() -> None:
    trial = Trial(PADS, Clock())
    assert not lay(trial, "seat-1")
    trial.begin()
    trial.end()
    assert not lay(trial, "seat-1")
    assert trial.stand().tapped == ()


def test_faults_lifted_cards_and_the_button_that_lets_a_phone_in_go_on_to_the_referee() -> None:
    trial = Trial(PADS, Clock())
    trial.begin()
    through = Fault("beam", "blocked", "", 0), Removed("seat-1", UID, 0), Pressed("undo", 0, ADMITS_MS)
    assert not any(trial.take(message) for message in through)


def test_after_ten_minutes_of_silence_the_table_plays_again() -> None:
    clock = Clock()
    trial = Trial(PADS, clock)
    ended: list[bool] = []
    trial.tell(lambda _before, after: ended.append(not after.active))
    trial.begin()
    clock.ms += REST_MS
    assert lay(trial, "seat-1"), "it is not yet over"
    clock.ms += REST_MS
    trial.rest()
    assert trial.stand().active
    clock.ms += 1
    trial.rest()
    assert not trial.stand().active
    assert ended == [False, False, True]
    assert not lay(trial, "seat-1")


def test_a_test_begun_again_begins_anew() -> None:
    trial = Trial(PADS, Clock())
    trial.begin()
    lay(trial, "seat-1")
    version = trial.stand().version
    trial.begin()
    assert trial.stand() == Trying(version + 1, active=True)
    assert trial.wait(version, 0)
    assert not trial.wait(version + 1, 0)


def test_the_lights_are_the_test_s_until_it_is_over() -> None:
    shown: list[Scene] = []
    stage = Stage(shown.append)
    before, during = Scene((Glow(Pad("seat-1"), (1, 2, 3)),)), Scene(calm=True)
    stage.race(before)
    test = trial_scene(PADS, Trying(active=True), 0)
    stage.test(test)
    stage.race(during)
    assert shown == [before, test]
    stage.clear()
    stage.clear()
    assert shown == [before, test, during]


def test_a_walk_ends_by_itself() -> None:
    shown: list[Scene] = []
    stage = Stage(shown.append)
    scene, arrives_ms = walk_scene(PADS, 1000)
    stage.test(scene, arrives_ms)
    stage.look(arrives_ms - 1)
    assert shown == [scene]
    stage.look(arrives_ms)
    assert shown == [scene, DARK]


def test_a_walk_goes_from_start_to_the_finish_and_then_over_every_pad() -> None:
    scene, arrives_ms = walk_scene(PADS, 1000)
    along, *pads = (each for each in scene.lights if isinstance(each, Glow))
    assert (along.place, along.since_ms) == (Track(0, 40), 1000)
    assert [each.place for each in pads] == [Pad(name) for name in PADS]
    assert [each.since_ms for each in pads[1:]] == [each.until_ms for each in pads[:-1]]
    assert pads[-1].until_ms == arrives_ms


def test_ticked_pads_are_lit_steadily_and_the_track_fills() -> None:
    some = trial_scene(PADS, Trying(active=True, tapped=("seat-1",)), 0)
    every = trial_scene(PADS, Trying(active=True, tapped=PADS), 0)
    still = [each.place for each in some.lights if isinstance(each, Glow) and not each.rhythm.period_ms]
    assert still == [Pad("seat-1"), Track(0, 13)]
    assert Track(0, 40) in [each.place for each in every.lights]
