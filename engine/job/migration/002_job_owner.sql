-- People list the jobs that they asked for.
create index job_owner on job (created_by, created_at);
