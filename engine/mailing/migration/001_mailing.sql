create table mailing (
	id BIGINT primary key,
	report TEXT not null,
	params TEXT not null,
	user_id BIGINT not null,
	language TEXT not null,
	formats TEXT not null,
	every TEXT not null,
	day BIGINT not null,
	hour BIGINT not null,
	made_by BIGINT not null,
	paused BIGINT not null,
	due_at BIGINT not null,
	last_at BIGINT not null,
	last_result TEXT not null,
	last_failure TEXT not null
);
create index mailing_due on mailing (due_at) where paused = 0;
create index mailing_user on mailing (user_id, report);
