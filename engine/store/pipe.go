package store

import (
	"context"
	"database/sql/driver"
	"encoding/binary"
	"io"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/stdlib"
)

// aheadKey and behindKey mark a context with the statements that go out before its
// question, and with the questions behind it.
type (
	aheadKey  struct{}
	behindKey struct{}
)

// pipedConnector makes connections to PostgreSQL that send a question together with what
// goes before it.
type pipedConnector struct{ driver.Connector }

// Connect implements driver.Connector.
func (c pipedConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return pipedConn{conn.(*stdlib.Conn)}, nil //nolint:forcetypeassert // what pgx's connector makes
}

type pipedConn struct{ *stdlib.Conn }

// QueryContext implements driver.QueryerContext: one round trip with the statements ahead
// and the questions behind, whose rows are the next result sets.
func (c pipedConn) QueryContext(ctx context.Context, text string, named []driver.NamedValue) (driver.Rows, error) {
	ahead, _ := ctx.Value(aheadKey{}).([]spoken)
	behind, _ := ctx.Value(behindKey{}).([]spoken)
	if len(ahead)+len(behind) == 0 {
		return c.Conn.QueryContext(ctx, text, named)
	}
	args := make([]any, len(named))
	for i, v := range named {
		args[i] = v.Value
	}
	results := send(ctx, c.Conn.Conn(), slices.Concat(ahead, []spoken{{text: text, args: args}}, behind))
	if _, err := hear(results, ahead); err != nil {
		_ = results.Close() // tells the same
		return nil, err
	}
	r := &pipedRows{results: results, types: c.Conn.Conn().TypeMap(), behind: len(behind)}
	if err := r.open(); err != nil {
		_ = results.Close()
		return nil, err
	}
	return r, nil
}

// send sends statements in one round trip.
func send(ctx context.Context, conn *pgx.Conn, statements []spoken) pgx.BatchResults {
	var batch pgx.Batch
	for _, one := range statements {
		batch.Queue(one.text, one.args...)
	}
	return conn.SendBatch(ctx, &batch)
}

// hear takes what came of statements, up to the first that failed, and gives how many rows
// the last one changed.
func hear(results pgx.BatchResults, statements []spoken) (changed int64, err error) {
	for _, one := range statements {
		tag, err := results.Exec()
		if changed, err = one.outcome(tag.RowsAffected(), err); err != nil {
			return 0, err
		}
	}
	return changed, nil
}

// pipedRows are the rows of a question that others went before.
type pipedRows struct {
	pgx.Rows
	results pgx.BatchResults
	types   *pgtype.Map
	behind  int  // result sets that follow
	held    bool // a row was read ahead
	names   []string
}

// open begins a result set; its first row tells whether the question failed.
func (r *pipedRows) open() (err error) {
	if r.Rows, err = r.results.Query(); err != nil {
		return err
	}
	r.names, r.held = nil, r.Rows.Next()
	return r.Err()
}

// HasNextResultSet implements driver.RowsNextResultSet.
func (r *pipedRows) HasNextResultSet() bool { return r.behind > 0 }

// NextResultSet implements driver.RowsNextResultSet.
func (r *pipedRows) NextResultSet() error {
	if r.behind == 0 {
		return io.EOF
	}
	r.behind--
	r.Rows.Close()
	if err := r.Err(); err != nil {
		return err
	}
	return r.open()
}

// Columns implements driver.Rows.
func (r *pipedRows) Columns() []string {
	if r.names == nil {
		for _, column := range r.FieldDescriptions() {
			r.names = append(r.names, column.Name)
		}
	}
	return r.names
}

// Next implements driver.Rows.
func (r *pipedRows) Next(into []driver.Value) error {
	if !r.held && !r.Rows.Next() {
		if err := r.Err(); err != nil {
			return err
		}
		return io.EOF
	}
	r.held = false
	for i, raw := range r.RawValues() {
		var err error
		if into[i], err = r.value(i, raw); err != nil {
			return err
		}
	}
	return nil
}

// value decodes a cell; whole numbers and texts, which are most, by hand.
func (r *pipedRows) value(column int, raw []byte) (driver.Value, error) {
	field := &r.FieldDescriptions()[column]
	switch {
	case raw == nil:
		return nil, nil
	case field.DataTypeOID == pgtype.Int8OID && field.Format == pgx.BinaryFormatCode:
		return int64(binary.BigEndian.Uint64(raw)), nil //nolint:gosec // the bits of a signed number
	case field.DataTypeOID == pgtype.TextOID:
		return string(raw), nil
	}
	if known, ok := r.types.TypeForOID(field.DataTypeOID); ok {
		return known.Codec.DecodeDatabaseSQLValue(r.types, field.DataTypeOID, field.Format, raw)
	}
	return string(raw), nil
}

// Close implements driver.Rows.
func (r *pipedRows) Close() error {
	r.Rows.Close()
	return r.results.Close()
}
