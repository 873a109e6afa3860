"""Each car's chance of winning, from what everybody at the table may know and nothing more.

`position` is what everybody may know, `rollout` one race played on from there with the hidden cards dealt at random,
`chances` what many of them come to. `worker` is the process that rolls, at low priority, `child` its end at the
table, `orders` what they say to each other; `watch` keeps the chances up with the race, and `desk` shows them to the
page.
"""
