"""Drivers of the pixel strip, all of one contract."""
