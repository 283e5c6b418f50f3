package release

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/meta/overlay"
	"github.com/wareloom/wareloom/engine/meta/tree"
)

// Named is an object of metadata.
type Named struct{ Kind, Key string }

// Object is an object as it comes out, and what the site says of it.
type Object struct {
	Object  json.RawMessage `json:"object"`
	Layer   string          `json:"layer"`
	Overlay json.RawMessage `json:"overlay"` // null: the site lays nothing over it, or it is the site's own
	Hash    string          `json:"hash"`    // of the text that comes out
}

// Title is the object's; none where it has none.
func (o *Object) Title() meta.Text {
	var said struct{ Title meta.Text }
	_ = json.Unmarshal(o.Object, &said) // what is wrong is told by the check
	return said.Title
}

// Listed is an object in a list.
type Listed struct {
	Key     string    `json:"key"`
	Title   meta.Text `json:"title"`
	Layer   string    `json:"layer"`
	Changed bool      `json:"changed"` // the site's own, or under an overlay of it

	Object json.RawMessage `json:"object,omitempty"` // as it comes out, where it is asked for
}

// Object gives an object under a change set, or as a release had it; without either it
// is that of the release in force. The fault is release.no_object.
func (r *Releases) Object(ctx context.Context, of Named, change, number int64) (*Object, error) {
	files, err := r.filesAt(ctx, change, number)
	if err != nil {
		return nil, err
	}
	return r.object(files, of)
}

// filesAt are the site's files under a change set, of a release, or in force.
func (r *Releases) filesAt(ctx context.Context, change, number int64) (Folder, error) {
	if change == 0 {
		return r.Export(ctx, number)
	}
	return r.Under(ctx, change)
}

// object puts together what the layers say.
func (r *Releases) object(files Folder, of Named) (*Object, error) {
	shipped, isShipped, err := r.shippedText(of)
	if err != nil {
		return nil, err
	}
	if !isShipped {
		own, there := files[files.place(of, "."+of.Kind+".json")]
		if !there {
			return nil, fault.New(fault.NotFound, "release.no_object", "kind", of.Kind, "key", of.Key)
		}
		return &Object{Object: own, Layer: meta.LayerSite, Overlay: json.RawMessage("null"), Hash: hashOf(own)}, nil
	}
	made := &Object{Object: shipped.Text(), Layer: shipped.Layer, Overlay: json.RawMessage("null")}
	if laid, there := files[files.place(of, overlayEnd(of))]; there {
		made.Overlay = laid
		if made.Object, err = r.lay(files, of, shipped.Text(), laid); err != nil {
			return nil, err
		}
	}
	made.Hash = hashOf(made.Object)
	return made, nil
}

// shippedText finds an object of the shipped layers.
func (r *Releases) shippedText(of Named) (*meta.Object, bool, error) {
	model, err := r.shippedModel()
	if err != nil {
		return nil, false, err
	}
	found, ok := model.Find(of.Kind, of.Key)
	return found, ok, nil
}

// lay gives the text that an overlay makes of another. Operations that lost their
// target are passed over here and told by the check.
func (r *Releases) lay(files Folder, of Named, text, laid []byte) ([]byte, error) {
	object, err := tree.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("read %s %s: %w", of.Kind, of.Key, err)
	}
	ops, err := opsOf(laid)
	if err != nil {
		return nil, fmt.Errorf("read overlay of %s %s: %w", of.Kind, of.Key, err)
	}
	elements, err := r.elements(files, of.Kind)
	if err != nil {
		return nil, err
	}
	s := r.Shapes.Of(of.Kind)
	s.Arrange(object)
	made, _ := elements.Apply(object, s, ops)
	return tree.Print(made), nil
}

// elements are the elements that fields of objects of a kind may name, as they come out;
// those of elements are none.
func (r *Releases) elements(files Folder, of string) (meta.Elements, error) {
	found := meta.Elements{}
	if of == meta.ElementKind {
		return found, nil
	}
	listed, err := r.listed(files, meta.ElementKind)
	if err != nil {
		return nil, err
	}
	for _, one := range listed {
		object, err := r.object(files, Named{meta.ElementKind, one.Key})
		if err != nil {
			return nil, err
		}
		if node, err := tree.Parse(object.Object); err == nil { // else told by the check
			found[one.Key] = node
		}
	}
	return found, nil
}

func opsOf(laid []byte) ([]overlay.Op, error) {
	var o meta.Overlay
	if err := json.Unmarshal(laid, &o); err != nil {
		return nil, err
	}
	return o.Operations()
}

func overlayEnd(of Named) string { return "." + of.Kind + ".overlay.json" }

// place is where a file of an object lies, or would.
func (f Folder) place(of Named, end string) string {
	for _, name := range slices.Sorted(maps.Keys(f)) {
		if path.Base(name) == of.Key+end {
			return name
		}
	}
	return of.Key + end
}

// ObjectsOf tells of the objects of a kind under a change set; search is part of a key or a
// title. With whole they are told as they come out.
func (r *Releases) ObjectsOf(ctx context.Context, kind string, change int64, search string, whole bool) ([]Listed, error) {
	if !slices.Contains(r.editable(), kind) {
		return nil, fault.New(fault.NotFound, "release.no_kind", "kind", kind)
	}
	files, err := r.filesAt(ctx, change, 0)
	if err != nil {
		return nil, err
	}
	found, err := r.listed(files, kind)
	if err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(found, func(l Listed) bool { return !l.says(search) })
	slices.SortFunc(found, func(a, b Listed) int { return strings.Compare(a.Key, b.Key) })
	for i := 0; whole && i < len(found); i++ {
		object, err := r.object(files, Named{kind, found[i].Key})
		if err != nil {
			return nil, err
		}
		found[i].Object = object.Object
	}
	return found, nil
}

// listed are the objects of a kind under a site's files.
func (r *Releases) listed(files Folder, kind string) ([]Listed, error) {
	model, err := r.shippedModel()
	if err != nil {
		return nil, err
	}
	found := []Listed{}
	for key, o := range model.ObjectsOf(kind) {
		_, changed := files[files.place(Named{kind, key}, overlayEnd(Named{kind, key}))]
		found = append(found, Listed{Key: key, Title: o.Title, Layer: o.Layer, Changed: changed})
	}
	return append(found, files.own(kind)...), nil
}

// own are the objects of a kind that only the site has.
func (f Folder) own(kind string) (found []Listed) {
	for name, text := range f {
		if itsKind, key := meta.KindAndKey(name); itsKind == kind {
			var o meta.Object
			_ = json.Unmarshal(text, &o) // told by the check
			found = append(found, Listed{Key: key, Title: o.Title, Layer: meta.LayerSite, Changed: true})
		}
	}
	return found
}

func (l Listed) says(search string) bool {
	search = strings.ToLower(search)
	return slices.ContainsFunc(append(l.Title.Words(), l.Key), func(text string) bool {
		return strings.Contains(strings.ToLower(text), search)
	})
}
