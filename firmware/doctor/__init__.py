"""What is well with a table's machine and metal, and what is not: probes that answer with findings.

Every probe takes its places (the roots of proc, sys, dev, boot and etc; package folders; openers; pins) as arguments.

Parts:
    finding   a finding, as a value
    machine   the model, groups, SPI nodes, the kernel's buffer
    boot      config.txt: clocks and overlays
    packages  libraries that are missing, or overwrite each other
    parts     readers, buttons, sensor, buzzer and strip, tried one by one
    taps      a card on each pad, within a time
"""
