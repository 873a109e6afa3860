"""What a touch of the table means, in lines of the record."""
