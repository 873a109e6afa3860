from firmware.light import (
    CALM_FADE_MS,
    DOUBLE_BLINK,
    HEARTBEAT,
    STEADY,
    WAVE,
    WINK,
    Bar,
    Crowd,
    Glow,
    Pad,
    Rhythm,
    Run,
    Scene,
    Track,
)
from firmware.picture import Picture, render
from hardware.description import Layout

RED, BLUE, WHITE = (250, 0, 0), (0, 0, 200), (255, 255, 255)
LAYOUT = Layout(9, tuple(range(n, n + 1) for n in range(6)), (("seat-1", range(6, 9)),))


def pixels(frame: bytes) -> list[tuple[int, ...]]:
    return [tuple(frame[at : at + 3]) for at in range(0, len(frame), 3)]


def reds(scene: Scene, t_ms: int, layout: Layout = LAYOUT) -> list[int]:
    return list(render(scene, t_ms, layout)[::3])


def test_a_dark_scene_is_dark_and_still() -> None:
    assert render(Scene(), 5, LAYOUT) == bytes(27)
    assert not Picture(Scene(), LAYOUT).moves(5)


def test_a_higher_layer_covers_a_lower_one_whatever_their_order() -> None:
    high, low = Glow(Track(2, 2), BLUE, layer=1), Glow(Track(1, 3), RED)
    assert pixels(render(Scene((high, low)), 0, LAYOUT))[:5] == [(0, 0, 0), RED, BLUE, RED, (0, 0, 0)]


def test_places_that_the_layout_lacks_are_left_out() -> None:
    assert render(Scene((Glow(Pad("seat-2"), RED), Glow(Track(40, 41), RED))), 0, LAYOUT) == bytes(27)


def test_a_rhythm_fades_holds_and_jumps() -> None:
    rhythm = Rhythm(((100, 200), (50, 200), (0, 0), (50, 0)))
    assert [rhythm.level(t_ms) for t_ms in (0, 50, 100, 149, 150, 199, 200, 250)] == [0, 100, 200, 200, 0, 0, 0, 100]
    assert rhythm.period_ms == 200
    assert rhythm.mean == 100
    assert STEADY.level(12345) == STEADY.mean == 255


def test_one_rhythm_then_another() -> None:
    both = WINK.then(WAVE)
    assert both.period_ms == WINK.period_ms + WAVE.period_ms
    assert both.level(200) == WINK.level(200) == 255


def test_a_calm_rhythm_goes_the_same_way_slowly() -> None:
    for rhythm in (HEARTBEAT, DOUBLE_BLINK, WINK, WAVE):
        calm = rhythm.calm
        assert [level for _, level in calm.legs] == [level for _, level in rhythm.legs]
        levels = [calm.level(t_ms) for t_ms in range(calm.period_ms)]
        assert max(abs(a - b) for a, b in zip(levels, levels[CALM_FADE_MS // 20 :], strict=False)) <= 255 // 20 + 1


def test_a_glow_begins_and_ends() -> None:
    scene = Scene((Glow(Track(0, 0), RED, since_ms=100, until_ms=200),))
    assert [reds(scene, t_ms)[0] for t_ms in (99, 100, 199, 200)] == [0, 250, 250, 0]
    assert [Picture(scene, LAYOUT).moves(t_ms) for t_ms in (0, 199, 200)] == [True, True, False]


def test_a_glow_ends_after_so_many_cycles() -> None:
    scene = Scene((Glow(Track(0, 0), RED, rhythm=Rhythm(((100, 255), (100, 255))), times=2),))
    assert [reds(scene, t_ms)[0] for t_ms in (150, 399, 400)] == [250, 250, 0]


def test_a_bar_shrinks_towards_its_first_pixel() -> None:
    scene = Scene((Glow(Pad("seat-1"), RED, drawing=Bar(3000), until_ms=3000),))
    assert reds(scene, 0)[6:] == [250, 250, 250]
    assert reds(scene, 1500)[6:] == [250, 124, 0]
    assert reds(scene, 2999)[6:] == [0, 0, 0]
    backward = Scene((Glow(Track(5, 0), RED, drawing=Bar(3000), until_ms=3000),))
    assert reds(backward, 2000)[:6] == [0, 0, 0, 0, 250, 250]


def test_a_run_goes_along_and_comes_back() -> None:
    there = [
        max(range(6), key=reds(Scene((Glow(Track(0, 5), RED, drawing=Run(600)),)), t).__getitem__)
        for t in range(90, 520, 60)
    ]
    assert there == sorted(there)
    back = Scene((Glow(Track(0, 5), RED, drawing=Run(1200, back=True)),))
    assert reds(back, 300) == reds(back, 300 + 1200)
    assert reds(back, 150)[:6] == reds(back, 750)[:6][::-1]


def test_what_is_below_a_run_shines_through() -> None:
    scene = Scene((Glow(Track(0, 5), BLUE), Glow(Track(0, 5), RED, 1, drawing=Run(700))))
    assert all(any(pixel) for pixel in pixels(render(scene, 350, LAYOUT))[:6])


def test_a_crowd_takes_turns_on_one_pixel_and_shares_several() -> None:
    crowd = Scene((Crowd(Track(0, 0), ((RED, STEADY), (BLUE, STEADY), (WHITE, STEADY))),))
    assert {pixels(render(crowd, t_ms, LAYOUT))[0] for t_ms in range(0, 720, 10)} == {RED, BLUE, WHITE}
    wide = Layout(3, (range(3),))
    assert pixels(render(crowd, 0, wide)) == [RED, BLUE, WHITE]
    two = Layout(2, (range(2),))
    assert {tuple(pixels(render(crowd, t_ms, two))) for t_ms in range(0, 480, 10)} == {(RED, BLUE), (WHITE, BLUE)}


def test_a_reversed_lane_is_drawn_in_the_order_of_its_spots() -> None:
    serpentine = Layout(4, (range(2), range(3, 1, -1)))
    scene = Scene((Glow(Track(0, 1), RED, drawing=Bar(1000), until_ms=1000),))
    assert [level > 0 for level in reds(scene, 250, serpentine)] == [True, True, False, True]


def test_still_lights_under_moving_ones_come_back() -> None:
    flicker = Glow(Track(0, 0), BLUE, 1, Rhythm(((0, 255), (100, 255), (0, 0), (100, 0))), until_ms=1000)
    scene = Scene((Glow(Track(0, 2), RED), flicker, Glow(Track(0, 0), WHITE, 2)))
    assert pixels(render(scene, 50, LAYOUT))[:3] == [WHITE, RED, RED]
