"""The chips as they behave on the wire, so that the real drivers run against them without metal."""
