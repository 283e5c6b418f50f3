package record

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// Data is the door to records for code that runs inside a transaction: hooks,
// effects and flows. It acts under the name of the person who caused it, but may
// do what the system may, since the person's right was checked on the way in.
type Data interface {
	// Get reads a record. NotFound when there is none.
	Get(ctx context.Context, table string, id int64) (Row, error)
	// Find reads the records that meet a condition.
	Find(ctx context.Context, table string, where Where) ([]Row, error)
	// Save inserts or updates a record, with the lines that it carries. A refusal
	// by the database ends the transaction: give the error back, do not go on.
	Save(ctx context.Context, table string, row Row) (Row, error)
	// SaveMany saves records of one table in as few statements as possible.
	SaveMany(ctx context.Context, table string, rows []Row) ([]Row, error)
	// Set gives fields of records new values, and Add adds to figures of them, by the ids
	// in the rows: version, audit and feed are kept, no hooks run. See Records.Set.
	Set(ctx context.Context, table string, rows []Row) error
	Add(ctx context.Context, table string, rows []Row) error
	// SetWhere gives all records that match the same values, and tells how many did: none
	// when another took them before. See Records.SetWhere.
	SetWhere(ctx context.Context, table string, match, values Row) (int, error)
	// Delete moves records into the bin.
	Delete(ctx context.Context, table string, ids []int64) error
	// Act takes an action on a document, those of the system included.
	Act(ctx context.Context, table, action string, id int64, params Row) (Row, error)
	// Setting gives the value of a setting for a record: of the strongest level
	// that the record's fields name and that has one.
	Setting(ctx context.Context, key string, record Row) (any, error)
	// Actor is who caused the work.
	Actor() auth.Actor
	// Release is the published metadata that the work goes by.
	Release() *catalog.Release
	// SQL is the transaction, for questions and locks. A statement that writes is only for
	// the tables whose rows are their own history; a test lists them with their plugin.
	SQL() *store.Tx
}

// Where chooses records: each field of Match has its value, one of its values if
// it is a list, or none if it is nil.
type Where struct {
	Match Row
	Sort  []string // fields, "-" before descending; id last
	Limit int      // 0: no limit
	Lock  bool     // keep others from changing them until the transaction ends
}

// Get reads a record as the rights allow, locked if asked.
func (r *Records) Get(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, id int64, lock bool) (Row, error) {
	t, err := rights.Release().Table(table)
	if err != nil {
		return nil, err
	}
	rows := rights.RowsAs(t, access.Read, access.Alias)
	found, err := r.plans.of(rights.Release(), t).byIDs(ctx, tx, []int64{id}, lock, &rows)
	if err != nil {
		return nil, err
	}
	if found[id] == nil {
		return nil, notFound(t, id)
	}
	return found[id], nil
}

// Find reads the records that meet a condition, as the rights allow.
func (r *Records) Find(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, where Where) ([]Row, error) {
	t, err := rights.Release().Table(table)
	if err != nil {
		return nil, err
	}
	text, args, err := where.sql(t)
	if err != nil {
		return nil, err
	}
	rows := rights.RowsAs(t, access.Read, access.Alias)
	text, args = within(&rows, text, args)
	order, err := where.order(t)
	if err != nil {
		return nil, err
	}
	text += order
	if where.Limit > 0 {
		text += fmt.Sprintf(" limit %d", where.Limit)
	}
	return r.plans.of(rights.Release(), t).read(ctx, tx, text+locking(tx, where.Lock && !t.Adopted()), args...)
}

// sql writes the condition.
func (w Where) sql(table *catalog.Table) (string, []any, error) {
	text, args := "where 1 = 1", []any{}
	keys := make([]string, 0, len(w.Match))
	for key := range w.Match {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		f, ok := table.Field(key)
		if !ok || f.Virtual {
			return "", nil, fmt.Errorf("find %s: there is no column %q", table.Key, key)
		}
		one, values, err := match(f, w.Match[key])
		if err != nil {
			return "", nil, fmt.Errorf("find %s: %w", table.Key, err)
		}
		text, args = text+" and "+one, append(args, values...)
	}
	return text, args, nil
}

// match writes the condition on one field.
func match(f *catalog.Field, v any) (string, []any, error) {
	name := store.Quote(f.Key)
	if v == nil {
		return name + " is null", nil, nil
	}
	list, isList := listOfValues(v)
	if !isList {
		list = []any{v}
	}
	if len(list) == 0 {
		return "1 = 0", nil, nil
	}
	args := make([]any, len(list))
	for i, v := range list {
		value, bad := f.Parse(v)
		if bad != nil {
			return "", nil, bad
		}
		encoded, err := f.Encode(value)
		if err != nil {
			return "", nil, err
		}
		args[i] = encoded
	}
	if !isList {
		return name + " = ?", args, nil
	}
	return name + " " + in(len(args)), args, nil
}

// listOfValues takes the lists that callers write.
func listOfValues(v any) ([]any, bool) {
	switch v := v.(type) {
	case []any:
		return v, true
	case []int64:
		return anys(v), true
	case []string:
		return anys(v), true
	}
	return nil, false
}

// order writes the sort order, which always ends with the id.
func (w Where) order(table *catalog.Table) (string, error) {
	parts := make([]string, 0, len(w.Sort)+1)
	for _, key := range w.Sort {
		name, descending := strings.CutPrefix(key, "-")
		f, ok := table.Field(name)
		if !ok || f.Virtual {
			return "", fmt.Errorf("sort %s: there is no column %q", table.Key, name)
		}
		part := store.Quote(f.Key) + " nulls last"
		if descending {
			part = store.Quote(f.Key) + " desc nulls first"
		}
		parts = append(parts, part)
	}
	return " order by " + strings.Join(append(parts, "id"), ", "), nil
}

// onBehalf is the reason why code acts with the system's rights under a person's
// name.
const onBehalf = "plugin"

// Elevate gives the rights of the system under the name of the caller, for code
// that runs because of what the caller was allowed to do.
func (r *Records) Elevate(ctx context.Context, tx *store.Tx, rights *access.Rights) (*access.Rights, error) {
	actor := rights.Actor()
	if actor.IsSystem() {
		return rights, nil
	}
	actor.System = onBehalf
	return r.access.For(ctx, tx, rights.Release(), actor)
}

// data makes the door to records for the hooks of this save; nil before anybody
// said how.
func (s *saving) data(ctx context.Context) (Data, error) {
	if s.open == nil {
		return nil, nil
	}
	elevated, err := s.Elevate(ctx, s.tx, s.rights)
	if err != nil {
		return nil, err
	}
	return s.open(s.tx, elevated), nil
}
