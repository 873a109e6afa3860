"""The half that knows metal: readers, strip, controls, and their emulation."""
