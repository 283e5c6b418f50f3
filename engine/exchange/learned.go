package exchange

import (
	"context"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// HeadingTable keeps what people chose for the columns of their files: a heading, and the
// column of the mapping that it fills.
const HeadingTable = "import_heading"

// longestHeading is how long a heading may be that is remembered.
const longestHeading = 255

// heading is a remembered column of a person's files.
type heading struct {
	ID      int64  `db:"id"`
	Heading string `db:"heading"`
	Column  string `db:"column_key"` // as keyOf names it; "" is left out
}

// learned are the headings that a person chose columns for.
func learned(ctx context.Context, tx *store.Tx, mapping string, userID int64) (all []heading, err error) {
	const text = "select id, heading, coalesce(column_key, '') as column_key from import_heading where mapping = ? and created_by = ?"
	if err := tx.Select(ctx, &all, text, mapping, userID); err != nil {
		return nil, fmt.Errorf("read learned headings of %s: %w", mapping, err)
	}
	return all, nil
}

// recall chooses for the columns of the file what the person chose for such headings
// before, as far as the mapping still has those columns and no other column is chosen for
// the same.
func (im *importing) recall(ctx context.Context) error {
	return im.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		known, err := learned(ctx, tx, im.mapping.Key, im.ask.Actor.UserID)
		if err != nil {
			return err
		}
		im.ask.Columns = nil
		fields := im.fillable()
		for cell, header := range im.sheet.headers {
			i := slices.IndexFunc(known, func(h heading) bool { return header != "" && fold(h.Heading) == fold(header) })
			if i >= 0 && im.free(fields, known[i].Column) {
				im.ask.Columns = append(im.ask.Columns, Choice{Cell: cell, Field: known[i].Column})
			}
		}
		return nil
	})
}

// free reports whether a column may be chosen once more.
func (im *importing) free(fields []*catalog.MappingColumn, key string) bool {
	if key == "" {
		return true
	}
	return slices.ContainsFunc(fields, func(c *catalog.MappingColumn) bool { return keyOf(c) == key }) &&
		!slices.ContainsFunc(im.ask.Columns, func(c Choice) bool { return c.Field == key })
}

// Learn remembers what a person chose for the columns of a file, and forgets what he did
// not choose any more.
func (x *Exchange) Learn(ctx context.Context, tx *store.Tx, rights *access.Rights, ask Import, headers []PreviewHeader) error {
	system, err := x.Records.Elevate(ctx, tx, rights)
	if err != nil {
		return err
	}
	known, err := learned(ctx, tx, ask.Mapping, rights.Actor().UserID)
	if err != nil {
		return err
	}
	var rows []record.Row
	var gone []int64
	for cell, header := range headers {
		was := slices.IndexFunc(known, func(h heading) bool { return fold(h.Heading) == fold(header.Header) })
		chosen := slices.IndexFunc(ask.Columns, func(c Choice) bool { return c.Cell == cell })
		switch {
		case header.Header == "" || utf8.RuneCountInString(header.Header) > longestHeading:
		case chosen < 0 && was >= 0:
			gone = append(gone, known[was].ID)
		case chosen >= 0 && (was < 0 || known[was].Column != ask.Columns[chosen].Field):
			row := record.Row{"mapping": ask.Mapping, "heading": header.Header, "column_key": ask.Columns[chosen].Field}
			if was >= 0 {
				row = record.Row{"id": known[was].ID, "column_key": ask.Columns[chosen].Field}
			}
			rows = append(rows, row)
		}
	}
	if err := x.Records.Delete(ctx, tx, system, HeadingTable, gone); err != nil {
		return err
	}
	for _, row := range once(rows) {
		if _, err := x.Records.Save(ctx, tx, system, HeadingTable, row); err != nil {
			return err
		}
	}
	return nil
}

// once leaves the first of headings that a file has twice.
func once(rows []record.Row) []record.Row {
	seen := map[string]bool{}
	return slices.DeleteFunc(rows, func(row record.Row) bool {
		name := fold(record.Text(row, "heading"))
		again := name != "" && seen[name]
		seen[name] = true
		return again
	})
}

// HoldHeading keeps a heading that a person changes to a column which the mapping has: he
// writes it as the template calls it, in any language, or by its key.
//
// Invalid exchange.unknown_field.
func HoldHeading(release *catalog.Release, row record.Row) error {
	mapping := release.Mappings[record.Text(row, "mapping")]
	if mapping == nil {
		return nil // of a mapping that is gone: it may only be forgotten
	}
	if name := record.Text(row, "column_key"); name != "" {
		im := &importing{mapping: mapping}
		fields := im.fillable()
		i := slices.IndexFunc(fields, func(c *catalog.MappingColumn) bool {
			return keyOf(c) == name || slices.ContainsFunc(headersOf(c), func(h string) bool { return fold(h) == fold(name) })
		})
		if i < 0 {
			return fault.New(fault.Invalid, "exchange.unknown_field", "field", name).On("column_key")
		}
		row["column_key"] = keyOf(fields[i])
	}
	return tellOf(mapping, row)
}

// tellOf words what a heading is of and what it fills, for who reads.
func tellOf(mapping *catalog.Mapping, row record.Row) (err error) {
	if row["what"], err = fault.Keep(fault.Tell("exchange.what", "what", mapping.Meta.Title)); err != nil {
		return err
	}
	told := fault.Tell("exchange.left_out")
	for _, c := range (&importing{mapping: mapping}).fillable() {
		if keyOf(c) == record.Text(row, "column_key") {
			told = fault.Tell("exchange.what", "what", titlesOf(c))
		}
	}
	row["fills"], err = fault.Keep(told)
	return err
}

// titlesOf names a column to people of every language.
func titlesOf(c *catalog.MappingColumn) any {
	if c.Meta.From != "" {
		return c.Meta.From
	}
	return c.Path[0].Meta.Title
}
