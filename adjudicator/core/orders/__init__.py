"""Orders as text: batches, standing orders, and the books in which they are kept."""
