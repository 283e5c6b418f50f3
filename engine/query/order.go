package query

import (
	"strings"

	"github.com/wareloom/wareloom/engine/catalog"
)

// labelSuffix ends the name under which a reference's label stands in answers;
// sorting by it sorts by the label.
const labelSuffix = "__label"

// order is one key of an order.
type order struct {
	to         target
	descending bool
}

// sorting resolves the sort of a request. It always ends with the id, in the
// direction of the key before it, so that every order is total.
func sorting(table *catalog.Table, sort []string) ([]order, error) {
	var keys []order
	for i, text := range sort {
		name, descending := strings.CutPrefix(text, "-")
		targets, ok := sortTargets(table, name)
		if !ok {
			return nil, on(unknownField(name), "sort", i)
		}
		for _, to := range targets {
			if !to.field().InSQL() || to.field().Structured() {
				return nil, on(invalid("not_sortable", "field", clip(name)), "sort", i)
			}
			keys = append(keys, order{to, descending})
		}
	}
	descending := true
	if len(keys) > 0 {
		last := keys[len(keys)-1]
		if last.isID() {
			return keys, nil
		}
		descending = last.descending
	}
	id, _ := pathOf(table, "id")
	return append(keys, order{id, descending}), nil
}

func sortTargets(table *catalog.Table, name string) ([]target, bool) {
	if to, ok := pathOf(table, name); ok {
		return []target{to}, true
	}
	reference, isLabel := strings.CutSuffix(name, labelSuffix)
	to, ok := pathOf(table, reference)
	if !ok || !isLabel || to.field().To == nil {
		return nil, false
	}
	var targets []target
	for _, path := range to.field().To.Label {
		label, ok := pathOf(table, reference+"."+path.String())
		if !ok {
			return nil, false
		}
		targets = append(targets, label)
	}
	return targets, true
}

func (o order) isID() bool { return len(o.to.path) == 1 && o.to.field().Key == "id" }

// orderKey is a key of an order in a statement.
type orderKey struct {
	order
	value    piece
	nullable bool
	at       int // column of the page that holds it
}

// orderKeys writes the keys for a source.
func orderKeys(s *source, orders []order) []orderKey {
	keys := make([]orderKey, len(orders))
	for i, o := range orders {
		ref := s.column(o.to)
		keys[i] = orderKey{order: o, value: ref.value(), nullable: !neverNull(ref)}
	}
	return keys
}

// neverNull reports the columns that hold a value in every row.
func neverNull(ref columnRef) bool {
	if ref.in.on.text != "" || ref.guard.text != "" || ref.never {
		return false
	}
	return ref.field.Required()
}

// orderBy writes what follows ORDER BY: nulls last ascending and first descending,
// on both databases.
func orderBy(keys []orderKey) piece {
	parts := make([]piece, len(keys))
	for i, key := range keys {
		direction := " ASC"
		if key.descending {
			direction = " DESC"
		}
		switch {
		case key.nullable && key.descending:
			direction += " NULLS FIRST"
		case key.nullable:
			direction += " NULLS LAST"
		}
		parts[i] = glue(key.value, direction)
	}
	return list(", ", parts)
}
