package exchange

import (
	"context"
	"slices"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// previewRows is how many rows a preview shows.
const previewRows = 5

// Preview is what a mapping would make of a file.
type Preview struct {
	Format   string          `json:"format"`
	Encoding string          `json:"encoding"` // of a csv
	Headers  []PreviewHeader `json:"headers"`  // of the file, in order
	Lacking  []PreviewLack   `json:"lacking"`  // columns of the mapping that the file has not
	Fields   []PreviewField  `json:"fields"`   // what a column of the file may be chosen to fill
	Rows     [][]string      `json:"rows"`     // the first ones
	All      bool            `json:"all"`      // one wrong row keeps everything out
	Columns  []Choice        `json:"columns"`  // what is said of the file's columns, or was learned of such headings
}

// PreviewHeader is a column of the file.
type PreviewHeader struct {
	Header   string `json:"header"`
	Key      string `json:"key"`   // of the field that it fills; "": none
	Field    string `json:"field"` // its title
	Required bool   `json:"required"`
}

// PreviewField is what a column of a file may fill.
type PreviewField struct {
	Key      string `json:"key"`
	Title    string `json:"title"`
	Required bool   `json:"required"`
}

// PreviewLack is a column of the mapping that the file has not.
type PreviewLack struct {
	Title    string `json:"title"`
	Required bool   `json:"required"`
}

// Preview tells which column of a file fills which field, and shows its first rows.
//
// Faults as of Import, but for missing columns, which it lists.
func (x *Exchange) Preview(ctx context.Context, ask Import, name string, content []byte) (*Preview, error) {
	im, err := x.about(ctx, ask)
	if err != nil {
		return nil, err
	}
	if im.sheet, err = readSheet(name, content, im.mapping.Meta.FileFormat, reading{encoding: ask.Encoding, most: previewRows}); err != nil {
		return nil, err
	}
	if ask.Recall {
		if err := im.recall(ctx); err != nil {
			return nil, err
		}
	}
	if err := im.choose(); err != nil {
		return nil, err
	}
	im.index()
	p := &Preview{Columns: append([]Choice{}, im.ask.Columns...), Format: im.sheet.format, Encoding: im.sheet.encoding, All: im.mapping.Meta.Mode == "all", Rows: [][]string{}, Lacking: []PreviewLack{}, Fields: []PreviewField{}}
	for _, header := range im.sheet.headers {
		p.Headers = append(p.Headers, PreviewHeader{Header: header})
	}
	offered := im.offered(im.allColumns())
	for _, c := range im.allColumns() {
		at, found := im.columnOf(c)
		required := c.Meta.Required && c.Value == nil
		switch {
		case found:
			p.Headers[at].Key, p.Headers[at].Field, p.Headers[at].Required = keyOf(c), im.titleOf(c), required
		case c.Value == nil && slices.Contains(offered, c):
			p.Lacking = append(p.Lacking, PreviewLack{im.titleOf(c), required})
		}
	}
	for _, c := range im.offered(im.fillable()) {
		p.Fields = append(p.Fields, PreviewField{keyOf(c), im.titleOf(c), c.Meta.Required})
	}
	for _, row := range im.sheet.rows {
		p.Rows = append(p.Rows, row.cells)
	}
	return p, nil
}

// about finds the mapping that is asked about.
func (x *Exchange) about(ctx context.Context, ask Import) (*importing, error) {
	im := &importing{Exchange: x, ask: ask}
	return im, x.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		rights, err := x.rights(ctx, tx, ask.Actor)
		if err == nil {
			im.caller = rights
			im.mapping, err = importable(rights, ask.Mapping)
		}
		return err
	})
}

// importable finds a mapping whose files the caller may bring in.
func importable(rights *access.Rights, key string) (*catalog.Mapping, error) {
	mapping, ok := rights.Release().Mappings[key]
	if !ok {
		return nil, fault.New(fault.NotFound, "screen.unknown", "key", key)
	}
	return ownMapping(rights, mapping), rights.Require(mapping.Table.Right(meta.Import))
}

// allColumns are the mapping's columns, those of the lines behind those of the head.
func (im *importing) allColumns() []*catalog.MappingColumn {
	var all []*catalog.MappingColumn
	for _, columns := range [][]catalog.MappingColumn{im.mapping.Columns, im.mapping.Lines} {
		for i := range columns {
			all = append(all, &columns[i])
		}
	}
	return all
}

// index notes where the mapping's columns stand in the file.
func (im *importing) index() {
	headers := map[string]int{}
	for i, header := range slices.Backward(im.names) {
		headers[fold(header)] = i // of two alike, the first
	}
	im.places = map[*catalog.MappingColumn]int{}
	for _, c := range im.allColumns() {
		for _, name := range headersOf(c) {
			if at, ok := headers[fold(name)]; ok && name != "" {
				im.places[c] = at
				break
			}
		}
	}
}
