package uses

import (
	"strings"

	"github.com/wareloom/wareloom/engine/meta/tree"
)

// tables are the tables with their fields, and those that lists and lines of documents
// are of.
type tables struct {
	fields map[string]map[string]string // of a table: the table that a field leads to, "" for none
	lists  map[string]string
	lines  map[string]map[string]string // of a document: by set
}

func newTables(objects []Object) *tables {
	all := &tables{map[string]map[string]string{}, map[string]string{}, map[string]map[string]string{}}
	for _, o := range objects {
		switch o.Kind {
		case "table":
			all.fields[o.Key] = byKey(o.Tree.Get("fields"), "to")
		case "list":
			all.lists[o.Key] = text(o.Tree.Get("table"))
		case "document":
			all.lines[o.Key] = byKey(o.Tree.Get("lines"), "table")
		}
	}
	return all
}

// byKey gives a member of each item of a list.
func byKey(list *tree.Node, member string) map[string]string {
	found := map[string]string{}
	if list != nil {
		for _, item := range list.Items {
			found[text(item.Get("key"))] = text(item.Get(member))
		}
	}
	return found
}

// text is that of a literal; "" for what is none.
func text(n *tree.Node) string {
	if n == nil || n.Kind != tree.Literal {
		return ""
	}
	return n.String()
}

// way gives the fields that a path leads over from a table; none where it does not
// begin with a field of it.
func (t *tables) way(table, path string) (fields []Named) {
	for step := range strings.SplitSeq(path, ".") {
		to, known := t.fields[table][step]
		if !known {
			break
		}
		fields = append(fields, Named{"table", table, step})
		table = to
	}
	return fields
}
