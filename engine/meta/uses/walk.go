package uses

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/wareloom/wareloom/engine/meta/shape"
	"github.com/wareloom/wareloom/engine/meta/tree"
)

// walk goes through an object and tells each thing that is named, with its place.
type walk struct {
	all   *tables
	of    []string // tables that fields here may be of, the nearest last
	found func(named Named, path string)
}

func (w *walk) object(o Object, s shape.Shape) {
	switch o.Kind {
	case "document", "form":
		w.table(o.Key, "")
	case "table": // where it has a head, expressions speak of that as the record
		if head := o.Tree.Get("head"); head != nil {
			w.push(text(head.Get("table")))
		}
		w.push(o.Key)
	}
	if o.Kind == "document" { // its expressions speak of lines, too
		w.tell(w.all.way(o.Key, "status"), "states")
		w.of = append(slices.Sorted(maps.Values(w.all.lines[o.Key])), w.of...)
	}
	w.value(o.Tree, s, "")
}

// table tells that a table is named, whose fields are meant from here on.
func (w *walk) table(key, path string) {
	if _, known := w.all.fields[key]; known {
		w.found(Named{Kind: "table", Key: key}, path)
		w.of = append(w.of, key)
	}
}

func (w *walk) value(n *tree.Node, s shape.Shape, path string) {
	switch n.Kind {
	case tree.Object:
		w.members(n, s, path)
	case tree.List:
		for i, item := range n.Items {
			known := text(item.Get(s.Key()))
			if known == "" {
				known = strconv.Itoa(i)
			}
			w.value(item, s.Item(), join(path, known))
		}
	case tree.Literal:
		w.literal(n.String(), s.Names(), path)
	}
}

// members walks an object. What it names decides first of what its fields are.
func (w *walk) members(n *tree.Node, s shape.Shape, path string) {
	outside := w.of
	defer func() { w.of = outside }()
	for _, m := range n.Members {
		w.enter(text(m.Value), s.Member(m.Name).Names(), outside)
	}
	for _, m := range n.Members {
		if s.Names() == "field" {
			w.field(m.Name, join(path, m.Name))
		}
		w.value(m.Value, s.Member(m.Name), join(path, m.Name))
	}
}

// enter has fields be those of the table that a name stands for.
func (w *walk) enter(key, kind string, outside []string) {
	switch kind {
	case "table", "document":
		w.push(key)
	case "list":
		w.push(w.all.lists[key])
	case "set":
		if len(outside) > 0 {
			w.push(w.all.lines[outside[len(outside)-1]][key])
		}
	}
}

func (w *walk) push(table string) {
	if _, known := w.all.fields[table]; known {
		w.of = append(slices.Clip(w.of), table)
	}
}

func (w *walk) literal(value, names, path string) {
	switch names {
	case "", "set":
	case "field":
		w.field(value, path)
	case "expression":
		w.expression(value, path)
	case "screen":
		if kind, key, ok := strings.Cut(value, ":"); ok {
			w.found(Named{Kind: kind, Key: key}, path)
		}
	default:
		w.found(Named{Kind: names, Key: value}, path)
	}
}

// field tells the fields that a path leads over: those of the nearest table that has
// its first one. Before it may stand a - , behind it the period of a group.
func (w *walk) field(value, path string) {
	value, _, _ = strings.Cut(strings.TrimPrefix(value, "-"), ":")
	for _, table := range slices.Backward(w.of) {
		if way := w.all.way(table, value); len(way) > 0 {
			w.tell(way, path)
			return
		}
	}
}

func (w *walk) tell(way []Named, path string) {
	for _, named := range way {
		w.found(named, path)
	}
}

var (
	quoted = regexp.MustCompile(`'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|` + "`[^`]*`")
	member = regexp.MustCompile(`([\w\])])\[\s*['"]([a-z_][a-z0-9_]*)['"]\s*\]`) // as good as a point and the name
	chain  = regexp.MustCompile(`[A-Za-z_]?\w*(\.[a-z_][a-z0-9_]*)+`)
)

// expression tells the fields that an expression speaks of. Whose they are is known to
// its compiler alone, so each table that may be meant is taken for meant.
func (w *walk) expression(value, path string) {
	value = quoted.ReplaceAllString(member.ReplaceAllString(value, "$1.$2"), "''")
	for _, said := range chain.FindAllString(value, -1) {
		scope, steps, _ := strings.Cut(said, ".")
		if scope == "user" || scope == "params" {
			continue
		}
		for _, table := range w.of {
			w.tell(w.all.way(table, steps), path)
		}
	}
}

func join(path, step string) string {
	if path == "" {
		return step
	}
	return path + "/" + step
}
