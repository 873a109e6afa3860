"""`mille-bornes bench`: the goals of speed, each measured beside its peer in the same run on the same machine."""
