-- What was there before an input, by what was there after it: so many bytes at their start and
-- at their end are the same, before_packed are those between. Of older inputs, with neither
-- number, it is all.
ALTER TABLE station_input ADD COLUMN shared_start BIGINT;
ALTER TABLE station_input ADD COLUMN shared_end BIGINT;
