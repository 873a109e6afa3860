"""The composition root of a first run: the test of the pads before the referee, its lights over the race's."""

from collections.abc import Callable

from companion.referee.referee import Referee
from companion.start.build import Build
from companion.start.stage import Stage, trial_scene
from companion.start.trial import Trial, Trying
from firmware.messages import Fault, Tone
from hardware.description import Table


def build(description: Table) -> Build:
    """What a table has."""
    layout = description.strip.layout if description.strip is not None else None
    return Build(
        title=description.title,
        pads=tuple(pad.name for pad in description.pads),
        track=layout is not None and bool(layout.track),
        lit_pads=tuple(name for name, _ in layout.pads) if layout is not None else (),
        beam=description.beam_pin is not None,
        buttons=tuple(name for name, _ in description.buttons),
        buzzer=description.buzzer_pin is not None,
    )


def shown(
    referee: Referee, stage: Stage, play: Callable[[Tone], None], trial: Trial, now_ms: Callable[[], int]
) -> Callable[[Trying, Trying], None]:
    """Shows and sounds each change of the test, and tells everybody that no card is played now, or is again."""

    def changed(before: Trying, after: Trying) -> None:
        if after.active:
            stage.test(trial_scene(trial.pads, after, now_ms()))
        else:
            stage.clear()
        if after.active != before.active:
            fault = Fault("pads", "trying", "", now_ms(), over=not after.active)
            referee.tell(lambda sitting: sitting.fault(fault))
        elif after.active:
            play(Tone("accepted"))

    return changed
