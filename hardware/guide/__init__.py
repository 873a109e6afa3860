"""The build guide, made from the table descriptions by ``python -m hardware.guide``."""
