package meta

import (
	"path"
	"slices"

	"github.com/wareloom/wareloom/engine/meta/overlay"
	"github.com/wareloom/wareloom/engine/meta/shape"
	"github.com/wareloom/wareloom/engine/meta/tree"
)

// IsObject tells by its name whether a file holds an object of metadata.
func IsObject(shapes *shape.Shapes, file string) bool {
	kind, _ := KindAndKey(file)
	return path.Ext(file) == ".json" && path.Base(path.Dir(file)) != SchemaFolder && slices.Contains(shapes.Kinds(), kind)
}

// Format gives the text of an object in its one form: members in the order of the
// schema, free ones by name, and the line breaks of tree.Print.
func Format(shapes *shape.Shapes, file string, text []byte) ([]byte, error) {
	object, err := arranged(shapes, file, text)
	if err != nil {
		return nil, err
	}
	return tree.Print(object), nil
}

// Versions reads two texts of one file, for their comparison.
func Versions(shapes *shape.Shapes, file string, before, after []byte) (from, to *tree.Node, s shape.Shape, err error) {
	kind, _ := KindAndKey(file)
	s = shapes.Of(kind)
	if from, err = arranged(shapes, file, before); err == nil {
		to, err = arranged(shapes, file, after)
	}
	return from, to, s, err
}

func arranged(shapes *shape.Shapes, file string, text []byte) (*tree.Node, error) {
	object, err := tree.Parse(text)
	if err != nil {
		return nil, err
	}
	kind, _ := KindAndKey(file)
	shapes.Of(kind).Arrange(object)
	if kind == overlayKind {
		arrangeValues(shapes, object)
	}
	return object, nil
}

// arrangeValues gives what an overlay sets and adds the order of the place where it
// comes to stand.
func arrangeValues(shapes *shape.Shapes, o *tree.Node) {
	over, ops := o.Get("of"), o.Get("ops")
	if over == nil || ops == nil {
		return // told when the file is read
	}
	for _, op := range ops.Items {
		if word, at, value := op.Get("op"), op.Get("at"), op.Get("value"); word != nil && at != nil && value != nil {
			overlay.ShapeOf(shapes.Of(over.String()), word.String(), at.String()).Arrange(value)
		}
	}
}
