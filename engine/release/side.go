package release

import (
	"context"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/meta/shape"
	"github.com/wareloom/wareloom/engine/meta/tree"
	"github.com/wareloom/wareloom/engine/store"
)

// texts are the objects that ship, as they come out of the shipped layers.
type texts map[Named][]byte

// side is one of the three states that a merge compares: what ships, and a site's files
// over it.
type side struct {
	shapes   *shape.Shapes
	shipped  texts
	files    Folder
	elements meta.Elements
}

func (r *Releases) side(shipped texts, files Folder) *side {
	s := &side{shapes: r.Shapes, shipped: shipped, files: files}
	for of := range shipped {
		if of.Kind == meta.ElementKind {
			s.define(of.Key, s.below(of, ""))
		}
	}
	for _, own := range files.own(meta.ElementKind) {
		of := Named{meta.ElementKind, own.Key}
		s.define(own.Key, s.parse(of, files[files.place(of, "."+of.Kind+".json")]))
	}
	return s
}

func (s *side) define(key string, element *tree.Node) {
	if s.elements == nil {
		s.elements = meta.Elements{}
	}
	if element != nil {
		s.elements[key] = element
	}
}

// parse reads an object in the order of its schema; nil where it is no JSON, which the
// check tells.
func (s *side) parse(of Named, text []byte) *tree.Node {
	node, err := tree.Parse(text)
	if err != nil {
		return nil
	}
	s.shapes.Of(of.Kind).Arrange(node)
	return node
}

// below is a shipped object with what the site's files that stand before one lay over
// it, of all where that is ""; nil where nothing ships.
func (s *side) below(of Named, file string) *tree.Node {
	text, ships := s.shipped[of]
	if !ships {
		return nil
	}
	node := s.parse(of, text)
	for _, name := range slices.Sorted(maps.Keys(s.files)) {
		if file != "" && name >= file {
			break
		}
		if path.Base(name) == of.Key+overlayEnd(of) {
			if made, whole := s.lay(node, of, s.files[name]); whole {
				node = made
			}
		}
	}
	return node
}

// lay lays an overlay over an object; false where it does not find all its targets.
func (s *side) lay(node *tree.Node, of Named, laid []byte) (made *tree.Node, whole bool) {
	ops, err := opsOf(laid)
	if err != nil || node == nil {
		return node, false
	}
	made, lost := s.elements.Apply(node, s.shapes.Of(of.Kind), ops)
	return made, len(lost) == 0
}

// comesOut is the object that a file is about, with that file and those before it; nil
// where there is none. False: it cannot be read, or loses a target.
func (s *side) comesOut(of Named, file string) (node *tree.Node, whole bool) {
	text, there := s.files[file]
	if there && !isOverlay(file) {
		node = s.parse(of, text)
		return node, node != nil
	}
	node = s.below(of, file)
	if !there {
		return node, true
	}
	if node == nil { // an overlay of what is not there any more
		return nil, true
	}
	return s.lay(node, of, text)
}

// shippedNow are the objects that this program ships.
func (r *Releases) shippedNow() (texts, error) {
	model, err := r.shippedModel()
	if err != nil {
		return nil, err
	}
	found := texts{}
	for _, kind := range r.naming() {
		for key, o := range model.ObjectsOf(kind) {
			found[Named{kind, key}] = o.Text()
		}
	}
	return found, nil
}

// shippedWith are the objects that shipped when a release was made.
func (r *Releases) shippedWith(ctx context.Context, tx *store.Tx, layers []layerLine) (texts, error) {
	if slices.Equal(shipped(layers), pack(r.Shipped).layers) {
		return r.shippedNow()
	}
	found := texts{}
	for _, l := range shipped(layers) {
		files, err := filesOf(ctx, tx, l.Files)
		if err != nil {
			return nil, err
		}
		found.add(r, files)
	}
	return found, nil
}

// add lays the files of a further layer over the objects.
func (t texts) add(r *Releases, files Folder) {
	for name, text := range files {
		if !isOverlay(name) {
			t[namedBy(name)] = text
		}
	}
	over := r.side(t, files)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if of := namedBy(name); isOverlay(name) && t[of] != nil {
			node, _ := over.lay(over.parse(of, t[of]), of, files[name])
			t[of] = tree.Print(node)
		}
	}
}

// namedBy is the object that a file is about: its own, or the one that it lies over.
func namedBy(file string) Named {
	kind, key := meta.KindAndKey(file)
	if isOverlay(file) {
		_, kind, _ = strings.Cut(strings.TrimSuffix(path.Base(file), overlayFile), ".")
	}
	return Named{kind, key}
}

const overlayFile = ".overlay.json"

func isOverlay(file string) bool { return strings.HasSuffix(file, overlayFile) }
