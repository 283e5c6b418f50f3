package record

import (
	"context"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// onDeleteCascade marks references whose records go with the one they refer to.
const onDeleteCascade = "cascade"

// part is records of one table that go, or come back, together.
type part struct {
	plan *plan
	rows []Row
}

// Delete moves records and all that belongs to them into the bin; all of them or
// none. Documents can only be deleted in a state of phase draft, if they have one.
//
// Denied: no right; NotFound: no such record for the caller; Conflict
// record.in_use or record.in_use_archive: others refer to one; Conflict
// record.not_deletable: its state does not allow it; record.locked_delete: rows of
// another table stand on it.
func (r *Records) Delete(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	return r.Together(ctx, tx, func(ctx context.Context) error {
		s, err := r.begin(tx, rights, table)
		if err != nil {
			return err
		}
		return s.delete(ctx, sorted(ids))
	})
}

func (s *saving) delete(ctx context.Context, ids []int64) error {
	if err := s.mayDelete(); err != nil {
		return err
	}
	for _, id := range ids {
		s.heads = append(s.heads, &change{table: s.plan.table, given: Row{"id": id}})
	}
	if err := s.lockHeads(ctx); err != nil {
		return err
	}
	found, err := s.plan.byIDs(ctx, s.tx, ids, true, s.reach(s.plan.table, access.Delete))
	if err != nil {
		return err
	}
	for _, id := range ids {
		if found[id] == nil {
			return notFound(s.plan.table, id)
		}
		if err := s.deletable(found[id]); err != nil {
			return err
		}
		if err := s.keepLocked(ctx, found[id]); err != nil {
			return err
		}
		parts, err := s.belongings(ctx, s.plan, []Row{found[id]})
		if err != nil {
			return err
		}
		if err := s.ceilingOf(ctx, parts); err != nil {
			return err
		}
		if err := s.runDelete(ctx, s.hooks.beforeDelete, parts); err != nil {
			return err
		}
		if err := s.discard(ctx, id, parts); err != nil {
			return err
		}
		if err := s.runDelete(ctx, s.hooks.afterDelete, parts); err != nil {
			return err
		}
		for _, p := range parts {
			s.tx.Changed(p.plan.table.Key)
		}
	}
	s.noteParents(ctx)
	if access.Decides(s.plan.table.Root().Key) {
		return s.access.Changed(ctx, s.tx)
	}
	return nil
}

// mayDelete asks for the right; a line goes with the right to change its head.
func (s *saving) mayDelete() error {
	table := s.plan.table
	if err := s.writable(); err != nil {
		return err
	}
	if table.Meta.InsertOnly {
		return fault.New(fault.Conflict, "record.insert_only", "table", table.Meta.Title)
	}
	return s.rights.RequireOn(table, access.Delete)
}

// deletable refuses a document that is past its draft, and a line that the state
// of its head protects.
func (s *saving) deletable(row Row) error {
	if err := s.editableLine(&change{table: s.plan.table, new: row}); err != nil {
		return err
	}
	state := stateOf(s.plan.table, row)
	if s.trusted() || state == nil || state.Meta.Phase == "draft" || !hasDraft(s.plan.table.Document) {
		return nil
	}
	return fault.New(fault.Conflict, "record.not_deletable", "id", ID(row), "state", state.Meta.Title)
}

func hasDraft(d *catalog.Document) bool {
	return slices.ContainsFunc(d.States, func(s *catalog.State) bool { return s.Meta.Phase == "draft" })
}

// belongings gathers records with all that goes when they go, what is referred
// to before what refers to it.
func (s *saving) belongings(ctx context.Context, p *plan, rows []Row) ([]part, error) {
	parts := []part{{p, rows}}
	ids := make([]int64, len(rows))
	for i, row := range rows {
		ids[i] = ID(row)
	}
	for _, child := range s.cascading(p.table) {
		own := s.plans.of(s.release, child.table)
		for chunk := range slices.Chunk(ids, largestIn) {
			more, err := own.read(ctx, s.tx, "where "+store.Quote(child.field.Key)+" in ? order by id", chunk)
			if err != nil {
				return nil, err
			}
			if len(more) == 0 {
				continue
			}
			below, err := s.belongings(ctx, own, more)
			if err != nil {
				return nil, err
			}
			parts = append(parts, below...)
		}
	}
	return parts, nil
}

// cascade is a reference whose records go with the one they refer to.
type cascade struct {
	table *catalog.Table
	field *catalog.Field
}

// cascading lists the references that carry a deletion on.
func (s *saving) cascading(table *catalog.Table) []cascade {
	var found []cascade
	for _, other := range meta.Sorted(s.release.Tables) {
		for _, f := range other.Fields {
			if f.To == table && f.Meta.OnDelete == onDeleteCascade && f.Type == meta.TypeReference {
				found = append(found, cascade{other, f})
			}
		}
	}
	return found
}

// discard writes records into the bin and removes them, the last ones first.
func (s *saving) discard(ctx context.Context, id int64, parts []part) error {
	content, err := binContent(parts)
	if err != nil {
		return err
	}
	key, err := s.tx.NextIDs(ctx, 1)
	if err != nil {
		return err
	}
	const text = `insert into record_bin (id, table_key, record_id, content, user_id, at) values (?, ?, ?, ?, ?, ?)`
	if _, err := s.tx.Exec(ctx, text, key, s.plan.table.Key, id, content, s.actor.UserID, s.now.UnixMilli()); err != nil {
		return fmt.Errorf("keep %s %d in the bin: %w", s.plan.table.Key, id, err)
	}
	for _, p := range slices.Backward(parts) {
		ids := make([]int64, len(p.rows))
		for i, row := range p.rows {
			ids[i] = ID(row)
		}
		if err := p.plan.delete(ctx, s.tx, ids); err != nil {
			return asDeleteFault(p.plan.table, err)
		}
		s.noteRows(ctx, p, actionDelete)
	}
	return nil
}

// noteRows notes whole records that went or came back for the audit.
func (s *saving) noteRows(ctx context.Context, p part, action string) {
	u, ok := ctx.Value(unitKey{}).(*unit)
	if !ok {
		return
	}
	for _, row := range p.rows {
		c := &change{table: p.plan.table, old: row, drop: true}
		if action == actionRestore {
			c = &change{table: p.plan.table, new: row}
		}
		s.noteChange(u, p.plan, c)
		if e := u.entries[recordRef{p.plan.table, ID(row)}]; e != nil {
			e.action = action
		}
	}
}

// EmptyBin forgets what was deleted before a time, in unix milliseconds, and hands
// every record that is gone for good, with those that went along, to forget.
func (r *Records) EmptyBin(ctx context.Context, tx *store.Tx, before int64, forget func(table string, id int64) error) error {
	var contents []string
	if err := tx.Select(ctx, &contents, "select content from record_bin where at < ?", before); err != nil {
		return fmt.Errorf("read the bin: %w", err)
	}
	for _, content := range contents {
		rows, err := binnedRows(content)
		if err != nil {
			return err
		}
		for _, row := range rows {
			id, err := row.id()
			if err != nil {
				return err
			}
			if err := forget(row.Table, id); err != nil {
				return err
			}
		}
	}
	if _, err := tx.Exec(ctx, "delete from record_bin where at < ?", before); err != nil {
		return fmt.Errorf("empty the bin: %w", err)
	}
	return nil
}

// binContent writes records as {"rows":[{"table":..,"row":{..}}]}, what is
// referred to first.
func binContent(parts []part) (string, error) {
	dst := []byte(`{"rows":[`)
	first := true
	for _, p := range parts {
		for _, row := range p.rows {
			if !first {
				dst = append(dst, ',')
			}
			first = false
			dst = catalog.AppendString(append(dst, `{"table":`...), p.plan.table.Key)
			var err error
			if dst, err = p.plan.appendRow(append(dst, `,"row":`...), row); err != nil {
				return "", err
			}
			dst = append(dst, '}')
		}
	}
	return string(append(dst, "]}"...)), nil
}

// appendRow writes the stored fields of a row as a JSON object.
func (p *plan) appendRow(dst []byte, row Row) ([]byte, error) {
	dst = append(dst, '{')
	for i, f := range p.stored {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(catalog.AppendString(dst, f.Key), ':')
		db, err := f.Encode(row[f.Key])
		if err != nil {
			return nil, err
		}
		dst = f.AppendKept(dst, db)
	}
	return append(dst, '}'), nil
}
