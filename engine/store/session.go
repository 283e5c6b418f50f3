package store

import (
	"container/list"
	"context"
	"database/sql"
)

// pool hands out sessions, one transaction at a time each.
type pool interface {
	get(ctx context.Context) (*session, error)
	put(s *session, broken bool) // broken sessions are closed, not used again
	close() error                // waits for sessions that are out; closing twice is harmless
}

// session is one connection, with its prepared statements where the driver does
// not keep them by itself.
type session struct {
	conn  *sql.Conn
	stmts *statements // nil: the driver caches
}

// close ends the connection. Statements that stay open would keep SQLite's file open.
func (s *session) close() {
	if s.stmts != nil {
		s.stmts.close()
	}
	s.conn.Close()
}

func (s *session) exec(ctx context.Context, text string, args []any) (sql.Result, error) {
	if s.stmts == nil {
		return s.conn.ExecContext(ctx, text, args...)
	}
	stmt, err := s.stmts.get(ctx, s.conn, text)
	if err != nil {
		return nil, err
	}
	return stmt.ExecContext(ctx, args...)
}

// query asks a question, with what goes out ahead of it and behind it where the driver can
// send several.
func (s *session) query(ctx context.Context, ahead []spoken, one spoken, behind ...spoken) (*sql.Rows, error) {
	if s.stmts == nil {
		ctx = context.WithValue(context.WithValue(ctx, aheadKey{}, ahead), behindKey{}, behind)
		return s.conn.QueryContext(ctx, one.text, one.args...)
	}
	stmt, err := s.stmts.get(ctx, s.conn, one.text)
	if err != nil {
		return nil, err
	}
	return stmt.QueryContext(ctx, one.args...)
}

// statements keeps the most recently used prepared statements of a connection.
type statements struct {
	limit  int
	byText map[string]*list.Element
	recent *list.List // of statement, newest first
}

type statement struct {
	text string
	stmt *sql.Stmt
}

func newStatements(limit int) *statements {
	return &statements{limit: limit, byText: map[string]*list.Element{}, recent: list.New()}
}

func (c *statements) get(ctx context.Context, conn *sql.Conn, text string) (*sql.Stmt, error) {
	if found, ok := c.byText[text]; ok {
		c.recent.MoveToFront(found)
		return found.Value.(statement).stmt, nil
	}
	stmt, err := conn.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	c.byText[text] = c.recent.PushFront(statement{text, stmt})
	if c.recent.Len() > c.limit {
		return stmt, c.dropOldest()
	}
	return stmt, nil
}

func (c *statements) close() {
	for _, found := range c.byText {
		found.Value.(statement).stmt.Close()
	}
	clear(c.byText)
	c.recent.Init()
}

func (c *statements) dropOldest() error {
	oldest := c.recent.Remove(c.recent.Back()).(statement)
	delete(c.byText, oldest.text)
	return oldest.stmt.Close()
}
