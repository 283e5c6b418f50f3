// Package uses finds where objects of metadata, and fields of tables, are named by
// others: in members of which the schemas say what they name, and in expressions.
package uses

import (
	"slices"

	"github.com/wareloom/wareloom/engine/meta/shape"
	"github.com/wareloom/wareloom/engine/meta/tree"
)

// Object is an object as it comes out.
type Object struct {
	Kind, Key string
	Tree      *tree.Node
}

// Named is an object, or with Field a field of the table that it is.
type Named struct{ Kind, Key, Field string }

// Place is a member of an object; items of lists stand in the path by their keys.
type Place struct{ Kind, Key, Path string }

// Find finds what is named, and where, in the order of the objects. A document and a
// form name the table whose key they bear, and the states of a document its field
// status. Of code what its plugins say that it relies on is found; what roles and
// records name is not looked for.
func Find(objects []Object, shapes *shape.Shapes) map[Named][]Place {
	all, found := newTables(objects), map[Named][]Place{}
	for _, o := range objects {
		w := walk{all: all, found: func(named Named, path string) {
			place := Place{o.Kind, o.Key, path}
			if !slices.Contains(found[named], place) {
				found[named] = append(found[named], place)
			}
		}}
		w.object(o, shapes.Of(o.Kind))
	}
	return found
}
