package record

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// Restore brings records back from the bin with all that went with them, under
// their old ids; all of them or none.
//
// They are judged as a save would be. Denied: no right, or one comes back that the
// caller lacks; NotFound: not in the bin, or not the caller's; Conflict
// record.cannot_return: a key was taken meanwhile, or what they refer to is gone;
// Invalid: what they grant exists no more.
func (r *Records) Restore(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, ids []int64) error {
	return r.Together(ctx, tx, func(ctx context.Context) error {
		s, err := r.begin(tx, rights, table)
		if err != nil {
			return err
		}
		if err := s.mayDelete(); err != nil {
			return err
		}
		for _, id := range sorted(ids) {
			if err := s.restore(ctx, id); err != nil {
				return err
			}
		}
		if access.Decides(s.plan.table.Root().Key) {
			return s.access.Changed(ctx, tx)
		}
		return nil
	})
}

// restore brings one record back.
func (s *saving) restore(ctx context.Context, id int64) error {
	var content string
	err := s.tx.Get(ctx, &content, "select content from record_bin where table_key = ? and record_id = ?", s.plan.table.Key, id)
	if errors.Is(err, sql.ErrNoRows) {
		return notFound(s.plan.table, id)
	}
	if err != nil {
		return fmt.Errorf("read %s %d from the bin: %w", s.plan.table.Key, id, err)
	}
	parts, err := s.binParts(content)
	if err != nil {
		return err
	}
	if s.rights.CheckWrite(ctx, s.tx, s.plan.table, parts[0].rows[0]) != nil {
		return notFound(s.plan.table, id)
	}
	if err := s.soundAgain(parts); err != nil {
		return err
	}
	for _, p := range parts {
		word := func(err error) error { return asReturnFault(s.plan.table, id, err) }
		if err := p.plan.insert(ctx, s.tx, p.rows, word); err != nil {
			return err
		}
		s.noteRows(ctx, p, actionRestore)
	}
	if err := s.ceilingOf(ctx, parts); err != nil {
		return err
	}
	if _, err := s.tx.Exec(ctx, "delete from record_bin where table_key = ? and record_id = ?", s.plan.table.Key, id); err != nil {
		return fmt.Errorf("take %s %d out of the bin: %w", s.plan.table.Key, id, err)
	}
	return nil
}

// soundAgain refuses what names something that was there when it was deleted and is not
// any more: it could not be saved so today.
func (s *saving) soundAgain(parts []part) error {
	var all []*fault.Fault
	for _, p := range parts {
		for i, row := range p.rows {
			for _, bad := range access.Unsound(s.release, p.plan.table.Key, nil, row) {
				all = append(all, bad.On(fmt.Sprintf("%s[%d].%s", p.plan.table.Key, i, bad.Path)))
			}
		}
	}
	return fault.Join(all)
}

// asReturnFault tells why a record cannot come back.
func asReturnFault(table *catalog.Table, id int64, err error) error {
	_, taken := store.IsUnique(err)
	_, gone := store.IsForeignKey(err)
	if taken || gone {
		return fault.New(fault.Conflict, "record.cannot_return", "table", table.Meta.Title, "id", id).Because(err)
	}
	return err
}

// binnedRow is a record as the bin keeps it.
type binnedRow struct {
	Table string         `json:"table"`
	Row   map[string]any `json:"row"`
}

func (b binnedRow) id() (int64, error) {
	number, _ := b.Row["id"].(json.Number)
	id, err := number.Int64()
	if err != nil {
		return 0, fmt.Errorf("read the bin: %w", err)
	}
	return id, nil
}

// binnedRows reads what binContent wrote.
func binnedRows(content string) ([]binnedRow, error) {
	var bin struct {
		Rows []binnedRow `json:"rows"`
	}
	decoder := json.NewDecoder(strings.NewReader(content))
	decoder.UseNumber()
	if err := decoder.Decode(&bin); err != nil {
		return nil, fmt.Errorf("read the bin: %w", err)
	}
	if len(bin.Rows) == 0 {
		return nil, errors.New("read the bin: it holds no record")
	}
	return bin.Rows, nil
}

// binParts reads the records of a content, those of one table after another
// together.
func (s *saving) binParts(content string) ([]part, error) {
	rows, err := binnedRows(content)
	if err != nil {
		return nil, err
	}
	var parts []part
	for _, kept := range rows {
		t, err := s.release.Table(kept.Table)
		if err != nil {
			return nil, err
		}
		p := s.plans.of(s.release, t)
		row, err := p.parseRow(kept.Row)
		if err != nil {
			return nil, err
		}
		if last := len(parts) - 1; last >= 0 && parts[last].plan == p {
			parts[last].rows = append(parts[last].rows, row)
			continue
		}
		parts = append(parts, part{p, []Row{row}})
	}
	return parts, nil
}

// parseRow reads a row that appendRow wrote; columns that are gone are left out.
func (p *plan) parseRow(kept map[string]any) (Row, error) {
	row := make(Row, len(p.stored))
	for _, f := range p.stored {
		v, bad := f.Parse(kept[f.Key])
		if bad != nil {
			return nil, bad
		}
		row[f.Key] = v
	}
	return row, nil
}
