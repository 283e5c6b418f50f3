-- What nobody has to go on with is told by the status: of thousands of tasks a few are under way.
UPDATE station_session SET status = 'unused' WHERE status = 'open' AND last_seq = 0;
UPDATE station_session SET status = 'resting' WHERE status = 'open' AND step = 'done';
DROP INDEX station_session_user;
CREATE INDEX station_session_status ON station_session (status, user_id);
