"""Reader chips: one file each, of one contract (contract.py)."""
