"""The composition root: the one place that knows both halves and joins them."""
