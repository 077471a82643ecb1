"""Playing: answers, batches, drafts, questions, standing orders, answers for seats that give none."""
