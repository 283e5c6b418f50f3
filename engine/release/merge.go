package release

import (
	"bytes"
	"encoding/json"

	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/meta/diff"
	"github.com/wareloom/wareloom/engine/meta/overlay"
	"github.com/wareloom/wareloom/engine/meta/shape"
	"github.com/wareloom/wareloom/engine/meta/tree"
)

// clash is a place of an object that two sides changed, each in its own way. Nil is what
// is not there.
type clash struct {
	of                 Named
	at                 string // "" is the whole object
	base, ours, theirs *tree.Node
}

// lost tells of an object or part that the other side took away.
func (c clash) lost() bool { return c.base != nil && c.theirs == nil }

// merge puts what ours makes of base on top of theirs, file by file.
type merge struct {
	r                  *Releases
	base, ours, theirs *side
	clashes            []clash

	// upgrades: theirs is what a newer program ships. What it took away is away until
	// somebody decides, since what it stood on may be gone too; what the site hides stays
	// hidden, whatever became of it. yields: theirs holds at every clash.
	upgrades, yields bool
}

// file gives what becomes of one file; nil: there is none. Of a clash it keeps ours.
func (m *merge) file(name string) (edits []edit) {
	of, shape := namedBy(name), m.r.Shapes.Of(namedBy(name).Kind)
	if m.untouched(of, name) {
		return []edit{m.as(name)}
	}
	if !meta.IsObject(m.r.Shapes, name) {
		return m.text(of, name)
	}
	base, wasWhole := m.base.comesOut(of, name)
	ours, isWhole := m.ours.comesOut(of, name)
	theirs, areWhole := m.theirs.comesOut(of, name)
	if !wasWhole || !isWhole || !areWhole { // told by the check, and edited by hand
		return m.text(of, name)
	}
	made, clashes := diff.Merge(base, ours, theirs, shape)
	for _, c := range clashes {
		one := clash{of, c.At, at(base, shape, c.At), c.Ours, c.Theirs}
		switch {
		case m.upgrades && c.Ours == nil:
			continue
		case m.upgrades && (m.yields || one.lost()):
			made, _ = put(made, shape, c.At, c.Theirs)
		}
		m.clashes = append(m.clashes, one)
	}
	return m.write(of, name, made)
}

// put gives the object with another value at a path, nil takes it away; the order of a
// list becomes that of the value. False: what it was part of is not there.
func put(object *tree.Node, s shape.Shape, path string, value *tree.Node) (*tree.Node, bool) {
	there := at(object, s, path)
	switch {
	case path == "":
		return value, true
	case object == nil:
		return nil, false
	case value == nil && there == nil:
		return object, true
	}
	steps := overlay.Split(path)
	op := overlay.Op{Op: overlay.Set, At: path, Value: value}
	if value == nil {
		op.Op = overlay.Hide
	} else if holder := pathOf(steps[:len(steps)-1]); there == nil {
		if list := at(object, s, holder); list != nil && list.Kind == tree.List {
			op.Op, op.At = overlay.Add, holder
		}
	} else if ordered, is := diff.Reordered(there, value, overlay.ShapeOf(s, overlay.Set, path)); is {
		op.Value = ordered
	}
	made, lost := overlay.Apply(object, s, []overlay.Op{op})
	return made, len(lost) == 0
}

func pathOf(steps []string) (path string) {
	for _, step := range steps {
		path = overlay.Join(path, step)
	}
	return path
}

// untouched reports whether what a file is laid on, and its text, are alike in base and
// theirs.
func (m *merge) untouched(of Named, name string) bool {
	was, wasThere := m.base.files[name]
	is, there := m.theirs.files[name]
	return wasThere == there && bytes.Equal(was, is) && tree.Equal(m.base.below(of, name), m.theirs.below(of, name))
}

// as is the file as it is on our side.
func (m *merge) as(name string) edit {
	text, there := m.ours.files[name]
	if !there {
		return edit{Path: name}
	}
	said := string(text)
	return edit{name, &said}
}

// text merges a file as one whole.
func (m *merge) text(of Named, name string) []edit {
	was, ours, theirs := m.base.files[name], m.ours.files[name], m.theirs.files[name]
	if !bytes.Equal(ours, theirs) && !bytes.Equal(was, theirs) {
		m.clashes = append(m.clashes, clash{of, "", literal(was), literal(ours), literal(theirs)})
	}
	return []edit{m.as(name)}
}

func literal(text []byte) *tree.Node {
	if text == nil {
		return nil
	}
	if node, err := tree.Parse(text); err == nil {
		return node
	}
	return tree.Value(string(text))
}

// write gives the files that make an object come out as it was merged: an overlay where
// it ships, else its own. An overlay that still makes the same of it stays as it was
// written.
func (m *merge) write(of Named, name string, made *tree.Node) []edit {
	below := m.theirs.below(of, name)
	if below == nil {
		return m.writeOwn(of, name, made)
	}
	file := name
	if !isOverlay(name) { // the program ships an object of that key now
		file = m.ours.files.place(of, overlayEnd(of))
	}
	edits := []edit{{Path: file}}
	if file != name {
		edits = append(edits, edit{Path: name})
	}
	was := m.ours.files[file]
	if same, whole := m.theirs.lay(below, of, was); whole && tree.Equal(same, made) {
		edits[0] = m.as(file)
		return edits
	}
	if made == nil { // what ships cannot go
		return edits
	}
	if at, found := m.theirs.elements.Breach(below, made, m.r.Shapes.Of(of.Kind)); found {
		m.clashes = append(m.clashes, clash{of, "", nil, made, below})
		m.r.Log.Warn("an object ships now, and differs where only code decides", "kind", of.Kind, "key", of.Key, "at", at)
		return edits
	}
	if ops := diff.Between(below, made, m.r.Shapes.Of(of.Kind)); len(ops) > 0 {
		written, _ := json.Marshal(meta.WrittenOps(ops))
		edits[0].Text, _ = m.r.formatted(file, m.r.overlayText(was, of, written))
	}
	return edits
}

// writeOwn gives the file of an object that is the site's own; what ships no more
// becomes that.
func (m *merge) writeOwn(of Named, name string, made *tree.Node) []edit {
	file := name
	if isOverlay(name) {
		file = m.ours.files.place(of, "."+of.Kind+".json")
	}
	edits := []edit{{Path: file}}
	if file != name {
		edits = append(edits, edit{Path: name})
	}
	if made != nil {
		edits[0].Text, _ = m.r.formatted(file, tree.Print(made))
	}
	return edits
}

func at(object *tree.Node, s shape.Shape, path string) *tree.Node {
	if object == nil || path == "" {
		return object
	}
	return overlay.Find(object, s, path)
}
