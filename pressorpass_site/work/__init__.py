"""Background jobs, once for all kinds of answers (docs/work.md).

An app declares a `queues.JobQueue`; its services `ask`, `look`, `wait`, `retry` and `cancel` by it. Workers pick a job
(picking.py), run it and store what it finds (running.py). Messages only wake them.
"""
