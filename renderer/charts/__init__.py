"""Pictures without a map: hands, battle boards, scores over time."""
