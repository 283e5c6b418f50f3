package ddl

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// Adoptable is a table or a view of the database that another program made.
type Adoptable struct {
	From    string            `json:"from"`
	Keys    []string          `json:"keys"` // columns that may be the id, those first of which the database keeps no two
	Columns []AdoptableColumn `json:"columns"`
}

// AdoptableColumn is a column with the field that is proposed for it.
type AdoptableColumn struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"` // in the database's own words
	Field string `json:"field"`
	Type  string `json:"type"` // of the field; "": none fits
	Scale int    `json:"scale,omitempty"`
}

// ListAdoptable lists what is neither ours nor the engine's, by name. What a document
// cannot name is left out.
func ListAdoptable(ctx context.Context, db *store.DB, rel *catalog.Release) (list []Adoptable, err error) {
	err = db.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		list = []Adoptable{}
		own, err := OwnTables(ctx, tx, rel)
		if err != nil {
			return err
		}
		names, err := tx.Others(ctx)
		if err != nil {
			return err
		}
		for _, name := range names {
			if own(name) || !nameable(name) {
				continue
			}
			columns, err := tx.Columns(ctx, name)
			if err != nil { // a view over what is gone
				continue
			}
			list = append(list, adoptable(tx.Dialect(), name, columns))
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list the tables of others: %w", err)
	}
	return list, nil
}

// nameable reports whether metadata may name a table or column.
func nameable(name string) bool {
	return !strings.ContainsAny(name, `"?`) && len(name) <= longestForeign
}

// longestForeign is the longest name that metadata takes.
const longestForeign = 63

func adoptable(dialect store.Dialect, name string, columns []store.OtherColumn) Adoptable {
	a := Adoptable{From: name, Keys: []string{}, Columns: []AdoptableColumn{}}
	var others []string
	for _, c := range columns {
		if !nameable(c.Name) {
			continue
		}
		source := catalog.SourceOf(dialect, c.Type)
		switch {
		case source.Key() && c.Alone:
			a.Keys = append(a.Keys, c.Name)
		case source.Key():
			others = append(others, c.Name)
		}
		typ, scale := source.Proposed()
		a.Columns = append(a.Columns, AdoptableColumn{Name: c.Name, Kind: c.Type, Field: a.fieldFor(c.Name), Type: typ, Scale: scale})
	}
	a.Keys = append(a.Keys, others...)
	return a
}

// fieldSigns are what the key of a field does not have.
var fieldSigns = regexp.MustCompile(`[^a-z0-9]+`)

// longestField is the longest key that is proposed, with room for what tells it apart.
const longestField = 44

// fieldFor proposes the key of a field, one that no other column has.
func (a Adoptable) fieldFor(column string) string {
	key := strings.Trim(fieldSigns.ReplaceAllString(strings.ToLower(column), "_"), "_")
	if key == "" || key[0] >= '0' && key[0] <= '9' {
		key = strings.TrimSuffix("column_"+key, "_")
	}
	key = strings.Trim(key[:min(len(key), longestField)], "_")
	made := key
	for n := 2; a.takes(made); n++ {
		made = fmt.Sprintf("%s_%d", key, n)
	}
	return made
}

func (a Adoptable) takes(key string) bool {
	return slices.ContainsFunc(meta.SystemFields(), func(f meta.Field) bool { return f.Key == key }) ||
		slices.ContainsFunc(a.Columns, func(c AdoptableColumn) bool { return c.Field == key })
}
