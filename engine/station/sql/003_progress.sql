-- What a session works on (a record and what people call it), where it stands and how
-- far it is, for the list of open tasks.
ALTER TABLE station_session ADD COLUMN about TEXT;
ALTER TABLE station_session ADD COLUMN task TEXT;
ALTER TABLE station_session ADD COLUMN place TEXT;
ALTER TABLE station_session ADD COLUMN done BIGINT;
ALTER TABLE station_session ADD COLUMN remaining BIGINT;
