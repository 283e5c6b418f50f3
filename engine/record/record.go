package record

import (
	"context"
	"maps"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/setting"
	"github.com/wareloom/wareloom/engine/store"
)

// Row is a record: field to value, as the table of types says. A document's row
// may carry its lines under the keys of their sets.
type Row = map[string]any

// Records saves, deletes and restores the records of business tables.
type Records struct {
	access   *access.Access
	settings *setting.Settings
	hooks    *Hooks
	now      func() time.Time
	open     func(tx *store.Tx, rights *access.Rights) Data
	plans    planCache
	phrases  phrases
}

// New makes the write path. The hooks are complete: they are only run from now on.
func New(rights *access.Access, settings *setting.Settings, hooks *Hooks, now func() time.Time) *Records {
	return &Records{access: rights, settings: settings, hooks: hooks, now: now}
}

// OpenData says how the door to records is made that hooks are given. It is
// called once at start, by the package that knows documents and settings.
func (r *Records) OpenData(open func(tx *store.Tx, rights *access.Rights) Data) { r.open = open }

// saving is one save on its way: the records of one table with their lines.
type saving struct {
	*Records
	tx      *store.Tx
	rights  *access.Rights
	release *catalog.Release
	actor   auth.Actor
	plan    *plan
	now     time.Time
	look    lookups
	heads   []*change
	lines   []lineBatch   // one per line set that the request names
	parents map[int64]Row // heads of lines that are saved by themselves
	faults  faults
	lists   []*keyedList                     // lists of references that were read
	summed  summed                           // heads of altered lines
	known   map[*catalog.Table]map[int64]Row // what was read of records that are referred to
	written int                              // as of the transaction, when all was written
}

// lineBatch is the changed lines of one set, of all heads.
type lineBatch struct {
	plan  *plan
	lines []*change
}

// change is one record between what it was and what it becomes.
type change struct {
	table *catalog.Table
	path  string         // before the field in the path of a fault, as "lines[2]."
	given map[string]any // as asked for
	old   Row            // nil on insert
	new   Row
	head  *change              // of a line
	drop  bool                 // a line to be deleted
	touch bool                 // a head whose lines change gets a new version, too
	lines map[string][]*change // of a head: those the request names, by set

	all      map[string][]any // of a head: its lines as they will be, by set; absent: not read
	lastLine map[*plan]int64  // of a head: the last line number given out
}

// isNew reports whether the record is inserted.
func (c *change) isNew() bool { return c.old == nil }

// id is the id of the record, 0 before it has one.
func (c *change) id() int64 {
	id, _ := c.new["id"].(int64)
	return id
}

// Save inserts a record, or updates it when the row has an id, with the lines
// that it carries. It gives the record as it is now; a document's touched lines
// are under the keys of their sets.
//
// Invalid lists all faults by field; Conflict record.changed means that the
// version given is no longer the current one (the fault's data holds both);
// Conflict document.not_editable that the state does not allow it; NotFound that
// there is no such record for the caller. Nothing is kept of a refused save if
// the transaction is rolled back.
func (r *Records) Save(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, row Row) (Row, error) {
	saved, err := r.SaveKnown(ctx, tx, rights, table, row)
	if err != nil {
		return nil, err
	}
	return saved.Row, nil
}

// SaveKnown is Save that tells what it knows of the record afterwards.
func (r *Records) SaveKnown(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, row Row) (*Saved, error) {
	s, err := r.saveAll(ctx, tx, rights, table, []Row{row}, plainPath)
	if err != nil {
		return nil, err
	}
	return &Saved{Row: s.result()[0], saving: s, who: Row{"account": s.actor.Account, trueName: s.actor.TrueName}}, nil
}

// SaveMany saves records of one table in as few statements as possible; those
// without an id are inserted together. The faults' paths begin with "rows[n].".
func (r *Records) SaveMany(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, rows []Row) ([]Row, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	s, err := r.saveAll(ctx, tx, rights, table, rows, numberedPath)
	if err != nil {
		return nil, err
	}
	return s.result(), nil
}

// saveAll runs the walk of a save within the transaction's unit.
func (r *Records) saveAll(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, rows []Row, path func(int) string) (s *saving, err error) {
	err = r.Together(ctx, tx, func(ctx context.Context) error {
		if s, err = r.begin(tx, rights, table); err != nil {
			return err
		}
		for i, row := range rows {
			s.heads = append(s.heads, &change{table: s.plan.table, path: path(i), given: owned(rights, s.plan.table, row)})
		}
		return s.run(ctx)
	})
	return s, err
}

// owned completes a new record of somebody whom an owner bounds: it is that owner's
// unless the request says else, which the rights then judge.
func owned(rights *access.Rights, table *catalog.Table, row Row) Row {
	owner, field := rights.Actor().OwnerID, table.Owners[rights.Actor().UserType]
	if owner == 0 || field == nil || field.System || field.Virtual || table.Head != nil || row["id"] != nil {
		return row
	}
	if _, given := row[field.Key]; given {
		return row
	}
	complete := Row{field.Key: owner}
	maps.Copy(complete, row)
	return complete
}

// begin prepares a save of records of a table.
func (r *Records) begin(tx *store.Tx, rights *access.Rights, table string) (*saving, error) {
	release := rights.Release()
	t, err := release.Table(table)
	if err != nil {
		return nil, err
	}
	s := &saving{Records: r, tx: tx, rights: rights, release: release, actor: rights.Actor(), plan: r.plans.of(release, t), now: r.now().UTC().Truncate(time.Millisecond)}
	s.look = newLookups(r, tx, release, s.sight)
	return s, nil
}

// run is the walk of a save, in order.
func (s *saving) run(ctx context.Context) error {
	steps := []func(context.Context) error{
		s.admit,   // the table may be written at all, and by this caller
		s.bring,   // what a chosen record brings along, as if it were asked for
		s.load,    // what is there, locked; versions; states that allow edits
		s.read,    // the request's values by their types, references by key
		s.gather,  // the lines as they will be, where they count
		s.fill,    // defaults of new records
		s.before,  // hooks refuse or set fields
		s.compute, // stored computed values
		s.check,   // required, choices, references, rules
		s.report,  // all faults so far, together
		s.current, // the version is the newest, the state allows the edit
		s.number,  // codes, taken last so that refused saves use up few
		s.ceiling, // nobody touches users and roles that have more than he
		s.write,   // heads, then lines, in batches
		s.mark,    // from here on memory is what is stored
		s.ceiling, // nor makes them so
		s.confirm, // the rows are still the caller's
		s.after,   // hooks that act on what was saved
		s.note,    // what changed, for the audit
	}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// result gives the saved rows with their touched lines.
func (s *saving) result() []Row {
	rows := make([]Row, len(s.heads))
	for i, head := range s.heads {
		rows[i] = head.new
		for set, lines := range head.lines {
			kept := make([]Row, 0, len(lines))
			for _, line := range lines {
				if !line.drop {
					kept = append(kept, line.new)
				}
			}
			head.new[set] = kept
		}
	}
	return rows
}

// batches are the heads, then their lines.
func (s *saving) batches() []lineBatch { return append([]lineBatch{{s.plan, s.heads}}, s.lines...) }

// each runs fn over all changes, heads before lines; lines to be deleted are
// left out.
func (s *saving) each(fn func(p *plan, c *change) error) error {
	for _, head := range s.heads {
		if err := fn(s.plan, head); err != nil {
			return err
		}
	}
	for _, batch := range s.lines {
		for _, line := range batch.lines {
			if line.drop {
				continue
			}
			if err := fn(batch.plan, line); err != nil {
				return err
			}
		}
	}
	return nil
}

// trusted reports whether the system acts, alone or under a person's name: it
// may write what people may not.
func (s *saving) trusted() bool { return s.actor.IsSystem() }
