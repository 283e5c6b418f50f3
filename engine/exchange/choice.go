package exchange

import (
	"cmp"
	"slices"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
)

// Choice is what a person says about a column of the file whose header does not say
// it by itself.
type Choice struct {
	Cell  int    `json:"cell"`  // column of the file, from 0
	Field string `json:"field"` // what it fills, as Preview names it; "": nothing
}

// keyOf names a column of the mapping, to be chosen by: the header that it is looked
// for under, else the field. Columns of one name are filled alike.
func keyOf(c *catalog.MappingColumn) string { return cmp.Or(c.Meta.From, c.Path.String()) }

// fillable are the mapping's columns that a file can fill, one of each name.
func (im *importing) fillable() []*catalog.MappingColumn {
	known := map[string]bool{}
	return slices.DeleteFunc(im.allColumns(), func(c *catalog.MappingColumn) bool {
		again := known[keyOf(c)]
		known[keyOf(c)] = true
		return again || c.Value != nil
	})
}

// choose checks what was said about columns, and has each go by the name that it was
// given.
//
// Invalid, on columns: exchange.unknown_column for one that the file has not,
// exchange.unknown_field, exchange.field_twice.
func (im *importing) choose() error {
	im.names = slices.Clone(im.sheet.headers)
	fields, given := im.fillable(), map[string]bool{}
	for _, choice := range im.ask.Columns {
		switch {
		case choice.Cell < 0 || choice.Cell >= len(im.names):
			return refuseChoice("exchange.unknown_column", "column", choice.Cell+1)
		case choice.Field != "" && !slices.ContainsFunc(fields, func(c *catalog.MappingColumn) bool { return keyOf(c) == choice.Field }):
			return refuseChoice("exchange.unknown_field", "field", choice.Field)
		case choice.Field != "" && given[choice.Field]:
			return refuseChoice("exchange.field_twice", "field", choice.Field)
		}
		given[choice.Field] = true
		im.names[choice.Cell] = choice.Field
	}
	im.yield(fields, given)
	return nil
}

// yield takes the name from columns that fill by their header what another one was
// chosen for.
func (im *importing) yield(fields []*catalog.MappingColumn, given map[string]bool) {
	chosen := map[int]bool{}
	for _, choice := range im.ask.Columns {
		chosen[choice.Cell] = true
	}
	for _, c := range fields {
		if !given[keyOf(c)] {
			continue
		}
		for i, name := range im.names {
			if !chosen[i] && slices.ContainsFunc(headersOf(c), func(header string) bool { return fold(header) == fold(name) }) {
				im.names[i] = ""
			}
		}
	}
}

func refuseChoice(key string, pairs ...any) error {
	return fault.New(fault.Invalid, key, pairs...).On("columns")
}
