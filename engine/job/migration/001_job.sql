-- due_at is when a job may be taken: its planned time or, while it runs, the end
-- of its lease.
create table job (
	id BIGINT PRIMARY KEY,
	kind TEXT not null,
	args TEXT not null,
	unique_key TEXT,
	cron TEXT not null default '',
	zone TEXT not null default '',
	state TEXT not null default 'waiting',
	due_at BIGINT not null,
	lease TEXT not null default '',
	tries BIGINT not null default 0,
	stopping BIGINT not null default 0,
	done BIGINT not null default 0,
	total BIGINT not null default 0,
	message TEXT not null default '',
	file TEXT not null default '',
	result TEXT not null default '',
	failure TEXT not null default '',
	created_at BIGINT not null,
	created_by BIGINT not null default 0,
	finished_at BIGINT not null default 0,
	constraint job_state check (state in ('waiting', 'running', 'done', 'dead', 'cancelled'))
);
create unique index job_unique on job (unique_key) where state in ('waiting', 'running');
create index job_due on job (due_at) where state in ('waiting', 'running');
create index job_finished on job (finished_at) where state in ('done', 'dead', 'cancelled');
