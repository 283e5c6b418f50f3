package exchange

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// batch is the items that one transaction saves.
type batch struct {
	*importing
	rights *access.Rights
	tx     *store.Tx
	items  []*item
	named  map[string]any // ids of records by what names them, as far as they were looked up
}

// save finds the records that are there and saves all that may be saved.
func (b *batch) save(ctx context.Context) error {
	var todo []*item
	for _, it := range b.items {
		if !it.clean(b.importing) {
			continue
		}
		it.fate, it.faults = created, nil
		delete(it.values, "id")
		todo = append(todo, it)
	}
	if err := b.meant(ctx, todo); err != nil {
		return err
	}
	todo = slices.DeleteFunc(todo, func(it *item) bool { return it.fate == failed })
	if err := b.find(ctx, todo); err != nil {
		return err
	}
	todo = slices.DeleteFunc(todo, func(it *item) bool { return it.fate == there || it.fate == failed })
	for len(todo) > 0 {
		left, err := b.try(ctx, todo)
		if err != nil {
			return err
		}
		todo = left
	}
	return nil
}

// find gives items the ids of the records that they mean, by the natural key.
func (b *batch) find(ctx context.Context, items []*item) error {
	key := b.mapping.Meta.NaturalKey
	if len(key) == 0 || len(items) == 0 {
		return nil
	}
	match, byKey := record.Row{}, map[string]*item{}
	for _, it := range items {
		parts := make([]string, len(key))
		for i, name := range key {
			v, err := b.keyValue(ctx, name, it.values[name])
			if err != nil {
				return err
			}
			if v == nil {
				parts = nil
				break
			}
			it.values[name] = v
			parts[i] = fmt.Sprint(v)
			list, _ := match[name].([]any)
			match[name] = append(list, v)
		}
		if parts != nil {
			byKey[strings.Join(parts, "\x00")] = it
		}
	}
	if len(byKey) == 0 {
		return nil
	}
	for name, list := range match {
		match[name] = distinct(list.([]any))
	}
	rows, err := b.Records.Find(ctx, b.tx, b.rights, b.mapping.Table.Key, record.Where{Match: match})
	if err != nil {
		return err
	}
	for _, row := range rows {
		parts := make([]string, len(key))
		for i, name := range key {
			parts[i] = fmt.Sprint(row[name])
		}
		if it := byKey[strings.Join(parts, "\x00")]; it != nil {
			b.met(it, row)
		}
	}
	return b.oldLines(ctx, items)
}

func distinct(list []any) []any {
	seen := map[string]bool{}
	return slices.DeleteFunc(list, func(v any) bool {
		known := seen[fmt.Sprint(v)]
		seen[fmt.Sprint(v)] = true
		return known
	})
}

// met is what happens to an item whose record is there.
func (b *batch) met(it *item, row record.Row) {
	switch b.mapping.Meta.OnDuplicate {
	case "skip":
		it.fate = there
	case "error":
		it.fate = failed
		it.faults = []*fault.Fault{fault.New(fault.Conflict, "exchange.duplicate")}
	default:
		it.fate = updated
		it.values["id"] = record.ID(row)
	}
}

// keyValue is a part of a natural key as the database has it; a reference that is
// named by its own key is looked up. nil: there is none, which the save will tell.
func (b *batch) keyValue(ctx context.Context, name string, v any) (any, error) {
	field, _ := b.mapping.Table.Field(name)
	parts, isNamed := v.(map[string]any)
	if !isNamed {
		value, bad := field.Parse(v)
		if bad != nil {
			return nil, nil
		}
		return value, nil
	}
	name = fmt.Sprint(name, parts)
	if known, ok := b.named[name]; ok {
		return known, nil
	}
	rows, err := b.Records.Find(ctx, b.tx, b.rights, field.To.Key, record.Where{Match: parts, Limit: 2})
	if err != nil {
		return nil, err
	}
	b.named[name] = nil
	if len(rows) == 1 {
		b.named[name] = record.ID(rows[0])
	}
	return b.named[name], nil
}

// oldLines has the lines of updated documents make room for those of the file.
func (b *batch) oldLines(ctx context.Context, items []*item) error {
	set := b.mapping.Set
	var heads []int64
	for _, it := range items {
		if set != nil && it.fate == updated {
			heads = append(heads, record.ID(it.values))
		}
	}
	if len(heads) == 0 {
		return nil
	}
	old, err := b.Records.Lines(ctx, b.tx, b.rights, set, heads)
	if err != nil {
		return err
	}
	for _, it := range items {
		it.lines = slices.DeleteFunc(it.lines, func(l record.Row) bool { return l["_delete"] == true })
		for _, line := range old[record.ID(it.values)] {
			it.lines = append(it.lines, record.Row{"id": record.ID(line), "_delete": true})
		}
	}
	return nil
}

// rowPath finds the row in the path of a fault.
var rowPath = regexp.MustCompile(`^rows\[(\d+)\]\.?(.*)$`)

// try saves items together. When some are wrong it notes their faults and gives
// the others, to be tried again; when it cannot tell which, each is tried alone.
func (b *batch) try(ctx context.Context, items []*item) ([]*item, error) {
	err := b.saveTogether(ctx, items)
	bad, isFault := fault.As(err)
	if err == nil || !isFault || bad.Code == fault.Unavailable {
		return nil, err
	}
	all := bad.Errors
	if len(all) == 0 {
		all = []*fault.Fault{bad}
	}
	found := false
	for _, one := range all {
		parts := rowPath.FindStringSubmatch(one.Path)
		if parts == nil {
			continue
		}
		if at, err := strconv.Atoi(parts[1]); err == nil && at < len(items) {
			named := *one
			named.Path = parts[2]
			items[at].fate, found = failed, true
			items[at].faults = append(items[at].faults, &named)
		}
	}
	if found {
		return slices.DeleteFunc(slices.Clone(items), func(it *item) bool { return it.fate == failed }), nil
	}
	if len(items) == 1 {
		items[0].fate, items[0].faults = failed, all
		return nil, nil
	}
	for _, it := range items {
		if _, err := b.try(ctx, []*item{it}); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

func (b *batch) saveTogether(ctx context.Context, items []*item) error {
	rows := make([]record.Row, len(items))
	for i, it := range items {
		rows[i] = b.rowOf(it)
	}
	return b.tx.Savepoint(ctx, func(ctx context.Context) error {
		return b.Records.Together(ctx, b.tx, func(ctx context.Context) error {
			saved, err := b.Records.SaveMany(ctx, b.tx, b.rights, b.mapping.Table.Key, rows)
			if err != nil {
				return err
			}
			if err := b.mark(ctx, items, saved); err != nil {
				return err
			}
			return b.follow(ctx, items, saved)
		})
	})
}

// follow takes the mapping's actions on new documents.
func (b *batch) follow(ctx context.Context, items []*item, saved []record.Row) error {
	for i, row := range saved {
		for _, action := range b.mapping.Meta.Then {
			if items[i].fate != created {
				continue
			}
			if err := b.Act(ctx, b.tx, b.rights, b.mapping.Table.Key, action, record.ID(row)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *batch) rowOf(it *item) record.Row {
	row := make(record.Row, len(it.values)+1)
	for name, v := range it.values {
		row[name] = v
	}
	if b.mapping.Set != nil {
		lines := make([]any, len(it.lines))
		for i, line := range it.lines {
			lines[i] = line
		}
		row[b.mapping.Set.Key] = lines
	}
	return row
}

// linePath finds the line in the path of a fault.
var linePath = regexp.MustCompile(`^[a-z_]+\[(\d+)\]\.?(.*)$`)

// errorsOf tells each fault of an item at the row that it comes from.
func (im *importing) errorsOf(it *item) (all []RowError) {
	for _, one := range it.faults {
		number, path, columns := it.rows[0], one.Path, im.mapping.Columns
		if parts := linePath.FindStringSubmatch(path); parts != nil {
			if at, err := strconv.Atoi(parts[1]); err == nil && at < len(it.rows) {
				number = it.rows[at]
			}
			path, columns = parts[2], im.mapping.Lines
		}
		title, cell := im.columnNamed(columns, path)
		all = append(all, RowError{Row: number, Column: title, Cell: cell, Message: im.Fault(one, im.ask.Language)})
	}
	return all
}

// columnNamed is the title of the column that fills a field, and where it stands
// in the file; -1 when it does not.
func (im *importing) columnNamed(columns []catalog.MappingColumn, path string) (title string, cell int) {
	name, _, _ := strings.Cut(path, ".")
	for i := range columns {
		if columns[i].Path[0].Key == name {
			return im.titleOf(&columns[i]), im.cellOf(&columns[i])
		}
	}
	return path, -1
}

// addUp adds two figures of cells.
func addUp(a, b any) any {
	x, errX := decimal.NewFromString(fmt.Sprint(a))
	y, errY := decimal.NewFromString(fmt.Sprint(b))
	if errX != nil || errY != nil {
		return a
	}
	return x.Add(y)
}
