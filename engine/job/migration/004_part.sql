-- What a job has done for good, one part per transaction of its handler: a job that
-- is taken again goes on behind its last part.
create table job_part (
	job_id BIGINT not null,
	no BIGINT not null,
	content TEXT not null,
	primary key (job_id, no)
);
