package record

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// Change is one entry of a record's history.
type Change struct {
	ID      int64     `json:"id"`
	At      time.Time `json:"at"`
	UserID  int64     `json:"user_id"`
	User    string    `json:"user"` // name of the user
	letBy   int64
	own     bool                       // the record itself changed, not only lines of it
	LetBy   string                     `json:"let_by,omitempty"` // name of the supervisor who let it pass; "" for nobody
	Reason  string                     `json:"reason,omitempty"` // why the system acted; "" for people
	Action  string                     `json:"action"`           // insert, update, delete, restore or a document's action
	About   string                     `json:"about,omitempty"`  // what it was done with, as the name of a file; "" for nothing
	Source  string                     `json:"source,omitempty"` // where it came from, as a station's input
	Release int64                      `json:"release"`
	Changes map[string]json.RawMessage `json:"changes"` // field to [from, to]
	Lines   []LineChange               `json:"lines,omitempty"`
}

// LineChange is what became of a line in a change of its head.
type LineChange struct {
	Set     string                     `json:"set"`
	ID      int64                      `json:"id"`
	Action  string                     `json:"action"`
	Changes map[string]json.RawMessage `json:"changes"`
}

// historyRow is a row of record_audit.
type historyRow struct {
	ID      int64  `db:"id"`
	At      int64  `db:"at"`
	UserID  int64  `db:"user_id"`
	LetBy   int64  `db:"let_by"`
	Reason  string `db:"reason"`
	Action  string `db:"action"`
	Source  string `db:"source"`
	Release int64  `db:"release_number"`
	Fields  string `db:"fields"`
	Changes string `db:"changes"`
	Folded  bool   `db:"folded"` // the changes are a list of the values of the fields
}

// whole gives the changes as {"field":[from,to]}.
func (h *historyRow) whole() string {
	if !h.Folded {
		return h.Changes
	}
	return unfold(h.Fields, h.Changes)
}

// auditRow is a row of record_audit with the record that it is about.
type auditRow struct {
	Table    string `db:"table_key"`
	RecordID int64  `db:"record_id"`
	HeadID   int64  `db:"head_id"` // of lines that share a row, and of some others
	shared   bool
	historyRow
}

// auditRows are the rows of record_audit as audit row a, each with what its phrase says.
const (
	auditRows       = "record_audit a left join record_phrase p on p.id = a.phrase"
	auditTable      = "coalesce(nullif(a.table_key, ''), p.table_key, '')"
	auditRowColumns = "a.id, " + auditTable + " as table_key, a.record_id, a.head_id, a.at, a.user_id, a.let_by, coalesce(p.reason, a.reason) as reason, coalesce(p.action, a.action) as action, " +
		"coalesce(p.source, a.source) as source, a.release_number, coalesce(p.fields, '') as fields, a.changes, a.phrase <> 0 as folded"
)

// largestHistory bounds the entries of one answer.
const largestHistory = 500

// History lists what happened to a record, newest first, at most 500 entries,
// without the fields that the caller may not read.
//
// Denied: no right to the history; NotFound: no such record for the caller.
func (r *Records) History(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, id int64) ([]Change, error) {
	t, err := rights.Release().Table(table)
	if err != nil {
		return nil, err
	}
	if err := rights.Require(t.Root().Key + ".history"); err != nil {
		return nil, err
	}
	readable, err := r.readable(ctx, tx, rights, table, id)
	if err != nil {
		return nil, err
	}
	rows, err := r.trail(ctx, tx, rights.Release(), t, id)
	if err != nil {
		return nil, err
	}
	changes, err := told(rights, t, rows, readable)
	if err != nil {
		return nil, fmt.Errorf("read history of %s %d: %w", table, id, err)
	}
	changes = changes[:min(len(changes), largestHistory)]
	var users []int64
	for _, c := range changes {
		users = append(users, c.UserID, c.letBy)
	}
	names, err := r.UserNames(ctx, tx, rights.Release(), users)
	for i := range changes {
		changes[i].User, changes[i].LetBy = names[changes[i].UserID], names[changes[i].letBy]
	}
	return changes, err
}

// told puts the rows of a trail together: what was changed of a record and of its lines
// in one unit is one change.
func told(rights *access.Rights, t *catalog.Table, rows []auditRow, readable map[string]bool) ([]Change, error) {
	changes := []Change{}
	for _, row := range rows {
		seen, set := readable, ""
		if row.Table != t.Key {
			lines := setOf(t, row.Table)
			seen, set = readableAlways(rights, lines.Table), lines.Key
		}
		change, err := row.change(seen)
		if err != nil {
			return nil, err
		}
		if n := len(changes); n == 0 || !changes[n-1].together(change, set, row.RecordID) {
			changes = append(changes, Change{ID: change.ID, At: change.At, UserID: change.UserID, letBy: change.letBy, Reason: change.Reason, Source: change.Source, Release: change.Release, Action: actionUpdate, Changes: map[string]json.RawMessage{}})
		}
		whole := &changes[len(changes)-1]
		if set == "" {
			whole.own, whole.Action, whole.Changes, whole.About = true, change.Action, change.Changes, change.About
			continue
		}
		whole.Lines = append(whole.Lines, LineChange{set, row.RecordID, change.Action, change.Changes})
	}
	return changes, nil
}

// together reports whether a row, of the record itself or of a line in a set, was written
// by the unit that wrote the change.
func (c *Change) together(row Change, set string, line int64) bool {
	if !c.At.Equal(row.At) || c.UserID != row.UserID || c.Reason != row.Reason || c.Source != row.Source {
		return false
	}
	known := slices.ContainsFunc(c.Lines, func(one LineChange) bool { return one.Set == set && one.ID == line })
	return !known && (set != "" || !c.own)
}

// readableAlways lists the fields that the caller may read on every row.
func readableAlways(rights *access.Rights, t *catalog.Table) map[string]bool {
	readable := map[string]bool{}
	for _, f := range t.Fields {
		readable[f.Key] = rights.FieldRead(t, f).All()
	}
	return readable
}

// The table of users and the field of their names, which the engine's own
// metadata has.
const (
	userTable = "user"
	trueName  = "true_name"
)

// UserNames gives the names of users by their ids.
func (r *Records) UserNames(ctx context.Context, tx *store.Tx, release *catalog.Release, ids []int64) (map[int64]string, error) {
	names := map[int64]string{}
	users, ok := release.Tables[userTable]
	if !ok || len(ids) == 0 {
		return names, nil
	}
	found, err := r.plans.of(release, users).byIDs(ctx, tx, ids, false, nil)
	for id, user := range found {
		names[id] = Text(user, trueName)
	}
	return names, err
}

// change decodes a row and leaves out what is not readable.
func (h historyRow) change(readable map[string]bool) (Change, error) {
	c := Change{ID: h.ID, letBy: h.LetBy, At: time.UnixMilli(h.At).UTC(), UserID: h.UserID, Reason: h.Reason, Action: h.Action, Source: h.Source, Release: h.Release}
	if err := json.Unmarshal([]byte(h.whole()), &c.Changes); err != nil {
		return c, err
	}
	if about, ok := c.Changes[aboutKey]; ok {
		if err := json.Unmarshal(about, &c.About); err != nil {
			return c, err
		}
	}
	for key := range c.Changes {
		if !readable[key] {
			delete(c.Changes, key)
		}
	}
	return c, nil
}

// readable lists the fields of a record that the caller may read on it.
func (r *Records) readable(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, id int64) (map[string]bool, error) {
	t, err := rights.Release().Table(table)
	if err != nil {
		return nil, err
	}
	columns, args := "", []any{}
	for _, f := range t.Fields {
		grant := rights.FieldRead(t, f)
		columns += ", " + grant.SQL()
		args = append(args, grant.Args()...)
	}
	rows := rights.RowsAs(t, access.Read, access.Alias)
	text := "select id" + columns + " from " + t.From() + " as " + access.Alias + " where id = ? and " + rows.SQL()
	answer, err := tx.Query(ctx, text, append(append(args, id), rows.Args()...)...)
	if err != nil {
		return nil, fmt.Errorf("read rights on %s %d: %w", table, id, err)
	}
	defer answer.Close()
	if !answer.Next() {
		if err := answer.Err(); err != nil {
			return nil, fmt.Errorf("read rights on %s %d: %w", table, id, err)
		}
		return nil, notFound(t, id)
	}
	granted := make([]bool, len(t.Fields))
	into := []any{new(int64)}
	for i := range granted {
		into = append(into, &granted[i])
	}
	if err := answer.Scan(into...); err != nil {
		return nil, fmt.Errorf("read rights on %s %d: %w", table, id, err)
	}
	readable := map[string]bool{}
	for i, f := range t.Fields {
		readable[f.Key] = granted[i]
	}
	return readable, nil
}
