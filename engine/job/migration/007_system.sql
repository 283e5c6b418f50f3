-- The system's jobs are taken by time, however many wait.
create index job_share on job (share_of, due_at) where state in ('waiting', 'running');
