"""What hands do beside the pads, and what ears hear, by gpiozero: each optional, and a dead one blocks nothing."""
