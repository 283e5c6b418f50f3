-- The picture that a session shows: its person may see it.
ALTER TABLE station_session ADD COLUMN picture TEXT;
