"""The missed-tap detective: which one input, missed or mistaken, would explain a tap that was refused."""
