-- What was there before an input, packed: the work on a long order knows all that was
-- scanned of it, with each scan. before_state is what older inputs have.
ALTER TABLE station_input ADD COLUMN before_packed BLOB;
