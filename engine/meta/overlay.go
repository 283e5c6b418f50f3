package meta

import (
	"encoding/json"
	"slices"

	"github.com/wareloom/wareloom/engine/meta/overlay"
	"github.com/wareloom/wareloom/engine/meta/shape"
	"github.com/wareloom/wareloom/engine/meta/tree"
)

// Overlay changes an object of a layer below its own, which has its key.
type Overlay struct {
	Object
	Of   string      `json:"of"`             // kind of the object
	Base string      `json:"base,omitempty"` // hash of the object that it was made on
	Ops  []OverlayOp `json:"ops"`
}

// OverlayOp is one operation as it is written; package overlay says what each does.
type OverlayOp struct {
	Op     string          `json:"op"`
	At     string          `json:"at"`
	Value  json.RawMessage `json:"value,omitempty"`
	Before string          `json:"before,omitempty"`
	After  string          `json:"after,omitempty"`
}

// layers are the layers from the lowest to the highest.
var layers = []string{LayerBase, LayerPlugin, LayerSite}

// above tells whether a layer may change what another one says.
func above(layer, other string) bool {
	return slices.Index(layers, layer) > slices.Index(layers, other)
}

// layAll puts the overlays over the objects, those of elements first: the fields of other
// objects have from elements what they do not say.
func (l *loader) layAll(overlays []*Overlay) {
	ofElements := func(o *Overlay) bool { return o.Of == ElementKind }
	l.elementsOfSite = slices.ContainsFunc(overlays, func(o *Overlay) bool { return ofElements(o) && o.Layer == LayerSite })
	l.lay(slices.DeleteFunc(slices.Clone(overlays), func(o *Overlay) bool { return !ofElements(o) }))
	l.elements = l.definitions()
	l.lay(slices.DeleteFunc(overlays, ofElements))
}

// lay puts the overlays over the objects that they name, one after another in the
// order of their layers and files. One that cannot be laid as a whole is told.
func (l *loader) lay(overlays []*Overlay) {
	if len(overlays) == 0 {
		return
	}
	shapes, err := l.reader.shapes()
	if err != nil {
		l.problem(overlays[0].Problem("", "meta.bad_schema", "detail", err.Error()))
		return
	}
	slices.SortStableFunc(overlays, func(a, b *Overlay) int {
		return slices.Index(layers, a.Layer) - slices.Index(layers, b.Layer)
	})
	for _, o := range overlays {
		l.problem(l.layOne(o, shapes)...)
	}
}

// layOne puts one overlay over its object.
func (l *loader) layOne(o *Overlay, shapes *shape.Shapes) Problems {
	i := slices.IndexFunc(l.files, func(f Object) bool { return f.Kind == o.Of && f.Key == o.Key })
	switch {
	case i < 0:
		return Problems{o.Problem("key", "meta.overlay_of_nothing", "kind", o.Of, "key", o.Key)}
	case !above(o.Layer, l.files[i].Layer):
		return Problems{o.Problem("key", "meta.overlay_below", "file", l.files[i].File)}
	}
	target := &l.files[i]
	before, err := arranged(shapes, target.File, target.source)
	if err != nil {
		return nil // told when the object itself is read
	}
	s := shapes.Of(target.Kind)
	made, problems := o.apply(before, s, l.elements)
	if len(problems) > 0 {
		return problems
	}
	if at, found := l.elements.Breach(before, made, s); found {
		if plugins := l.reliant(target, at); plugins != "" {
			return Problems{o.Problem("ops", "meta.overlay_relied", "at", at, "file", target.File, "plugins", plugins)}
		}
		return Problems{o.Problem("ops", "meta.overlay_fixed", "at", at, "file", target.File)}
	}
	target.source = tree.Print(made)
	target.overlays = append(target.overlays, o.File)
	return nil
}

// operation reads an operation.
func (w OverlayOp) operation() (op overlay.Op, err error) {
	op = overlay.Op{Op: w.Op, At: w.At, Before: w.Before, After: w.After}
	if w.Value != nil {
		op.Value, err = tree.Parse(w.Value)
	}
	return op, err
}

// WrittenOps gives operations as an overlay says them.
func WrittenOps(ops []overlay.Op) []OverlayOp {
	written := make([]OverlayOp, len(ops))
	for i, op := range ops {
		written[i] = OverlayOp{Op: op.Op, At: op.At, Before: op.Before, After: op.After}
		if op.Value != nil {
			written[i].Value = tree.Print(op.Value)
		}
	}
	return written
}

// Operations reads the operations of an overlay.
func (o *Overlay) Operations() ([]overlay.Op, error) {
	ops := make([]overlay.Op, len(o.Ops))
	for i, written := range o.Ops {
		var err error
		if ops[i], err = written.operation(); err != nil {
			return nil, err
		}
	}
	return ops, nil
}

// apply gives the object with the operations of the overlay; all problems together.
func (o *Overlay) apply(object *tree.Node, s shape.Shape, elements Elements) (*tree.Node, Problems) {
	var problems Problems
	for i, written := range o.Ops {
		op, err := written.operation()
		if err != nil {
			problems = append(problems, o.Problem(at("ops", i, "value"), "meta.not_json", "detail", err.Error()))
			continue
		}
		made, lost := elements.Apply(object, s, []overlay.Op{op})
		for _, one := range lost {
			problems = append(problems, o.Problem(at("ops", i), "meta.overlay_lost", "op", op.Op, "at", op.At, "detail", one.Why))
		}
		object = made
	}
	return object, problems
}
