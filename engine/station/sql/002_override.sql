-- Who let a refused input pass, beside the person of the session.
ALTER TABLE station_input ADD COLUMN override_by BIGINT;
