"""What the table keeps on its disk: the journal, its copies, and what is done when disk or file fail."""
