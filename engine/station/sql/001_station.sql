CREATE TABLE station_session (
  id BIGINT NOT NULL PRIMARY KEY,
  station TEXT NOT NULL,
  user_id BIGINT NOT NULL,
  status TEXT NOT NULL,
  step TEXT NOT NULL,
  params TEXT NOT NULL,
  state TEXT NOT NULL,
  last_seq BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);

CREATE INDEX station_session_user ON station_session (user_id, status);

CREATE TABLE station_input (
  session_id BIGINT NOT NULL REFERENCES station_session (id),
  seq BIGINT NOT NULL,
  hash TEXT NOT NULL,
  step TEXT NOT NULL,
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  result TEXT NOT NULL,
  ok BOOLEAN NOT NULL,
  before_step TEXT NOT NULL,
  before_state TEXT NOT NULL,
  undo TEXT NOT NULL,
  undone_by BIGINT,
  by_user BIGINT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (session_id, seq)
);
