package release

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/meta/diff"
	"github.com/wareloom/wareloom/engine/store"
)

// Edit is what somebody makes of an object in a change set: the whole of it as it
// shall come out, the operations that are laid over it, or that the site says nothing
// of it any more.
type Edit struct {
	Named
	Change  int64
	Object  json.RawMessage
	Overlay json.RawMessage // operations
	Remove  bool
	Hash    string // of the text that it was made of; "" for a new object
	Author  string
}

// Edit keeps an edit and gives the hash of what comes out of it, "" for nothing, and
// what is wrong under the change set now. Faults: release.no_change,
// release.change_ended, release.object_moved where somebody else edited the object,
// release.fixed for what only code may decide,
// release.relied with the plugins where their code names it, release.not_an_object, release.no_kind,
// release.bad_key.
func (r *Releases) Edit(ctx context.Context, e Edit) (hash string, problems meta.Problems, err error) {
	if err := r.checkName(e.Named); err != nil {
		return "", nil, err
	}
	if _, err := r.shippedModel(); err != nil { // before others wait for this to be written
		return "", nil, err
	}
	var files Folder
	err = r.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		if _, err := r.current(ctx, tx, e.Change); err != nil {
			return err
		}
		inForce, err := under(ctx, tx, 0)
		if err != nil {
			return err
		}
		files = maps.Clone(inForce)
		if err := files.edit(ctx, tx, e.Change); err != nil {
			return err
		}
		if err := r.checkHash(files, e); err != nil {
			return err
		}
		name, text, err := r.fileOf(files, e)
		if err != nil {
			return err
		}
		files.put(name, text)
		if inForce.says(name, text) {
			return dropEdit(ctx, tx, e.Change, name)
		}
		return r.keepEdit(ctx, tx, e.Change, e.Author, edit{name, text})
	})
	if err != nil {
		return "", nil, err
	}
	if made, err := r.object(files, e.Named); err == nil {
		hash = made.Hash
	}
	problems, err = r.Check(files)
	return hash, problems, err
}

var keys = regexp.MustCompile(`^[a-z][a-z0-9_]{0,47}$`)

// checkName refuses names that make no file of an object: they become paths of the
// folder of whoever exports the site.
func (r *Releases) checkName(of Named) error {
	if !slices.Contains(r.editable(), of.Kind) {
		return fault.New(fault.NotFound, "release.no_kind", "kind", of.Kind)
	}
	if !keys.MatchString(of.Key) {
		return fault.New(fault.Invalid, "release.bad_key", "key", of.Key).On("key")
	}
	return nil
}

// editable are the kinds of the objects that are edited one by one: what a plugin says
// of its code is changed with the code.
func (r *Releases) editable() []string {
	return slices.DeleteFunc(r.naming(), func(kind string) bool { return kind == meta.PluginKind })
}

// naming are the kinds of the objects that may name others.
func (r *Releases) naming() []string {
	return slices.DeleteFunc(r.Shapes.Kinds(), func(kind string) bool { return kind == "overlay" || kind == "module" })
}

// checkHash refuses an edit of a text that is not the one there is.
func (r *Releases) checkHash(files Folder, e Edit) error {
	there := ""
	now, err := r.object(files, e.Named)
	switch {
	case err == nil:
		there = now.Hash
	case fault.CodeOf(err) != fault.NotFound:
		return err
	}
	if there == e.Hash {
		return nil
	}
	moved := fault.New(fault.Conflict, "release.object_moved", "kind", e.Kind, "key", e.Key)
	return moved.With(map[string]any{"theirs": now, "yours": e.Object})
}

// fileOf gives the file that says an edit; without text it goes.
func (r *Releases) fileOf(files Folder, e Edit) (name string, text *string, err error) {
	shipped, isShipped, err := r.shippedText(e.Named)
	if err != nil {
		return "", nil, err
	}
	switch {
	case !isShipped && e.Remove:
		return files.place(e.Named, "."+e.Kind+".json"), nil, nil
	case !isShipped:
		name = files.place(e.Named, "."+e.Kind+".json")
		text, err = r.formatted(name, e.Object)
		return name, text, err
	}
	name = files.place(e.Named, overlayEnd(e.Named))
	ops := e.Overlay
	if !e.Remove && ops == nil {
		if ops, err = r.opsBetween(files, e, shipped); err != nil {
			return "", nil, err
		}
	}
	if ops == nil {
		return name, nil, nil
	}
	text, err = r.formatted(name, r.overlayText(files[name], e.Named, ops))
	return name, text, err
}

// overlayText is an overlay with these operations; its title stays.
func (r *Releases) overlayText(before []byte, of Named, ops json.RawMessage) []byte {
	var was struct {
		Title json.RawMessage `json:"title,omitempty"`
	}
	_ = json.Unmarshal(before, &was) // there may be none
	text, _ := json.Marshal(struct {
		Kind  string          `json:"kind"`
		Of    string          `json:"of"`
		Key   string          `json:"key"`
		Title json.RawMessage `json:"title,omitempty"`
		Ops   json.RawMessage `json:"ops"`
	}{"overlay", of.Kind, of.Key, was.Title, ops})
	return text
}

// opsBetween gives the operations that make an object of the shipped one; nil where
// they are alike.
func (r *Releases) opsBetween(files Folder, e Edit, shipped *meta.Object) (json.RawMessage, error) {
	from, to, s, err := meta.Versions(r.Shapes, shipped.File, shipped.Text(), e.Object)
	if err != nil { // of what was sent: what ships was read at the start
		return nil, notAnObject(err)
	}
	elements, err := r.elements(files, e.Kind)
	if err != nil {
		return nil, err
	}
	if at, found := elements.Breach(from, to, s); found {
		return nil, r.fixed(e.Named, at)
	}
	ops := diff.Between(from, to, s)
	if len(ops) == 0 {
		return nil, nil
	}
	return json.Marshal(meta.WrittenOps(ops))
}

// formatted gives a text in its one form.
func (r *Releases) formatted(name string, text []byte) (*string, error) {
	made, err := meta.Format(r.Shapes, name, text)
	if err != nil {
		return nil, notAnObject(err)
	}
	said := string(made)
	return &said, nil
}

// fixed refuses a change of what only code may decide, with the plugins that rely on it.
func (r *Releases) fixed(of Named, at string) error {
	model, err := r.shippedModel()
	if err != nil {
		return err
	}
	if plugins := model.Reliant(of.Kind, of.Key, at); plugins != "" {
		return fault.New(fault.Invalid, "release.relied", "at", at, "plugins", plugins).On(at)
	}
	return fault.New(fault.Invalid, "release.fixed", "at", at).On(at)
}

func notAnObject(err error) error {
	return fault.New(fault.Invalid, "release.not_an_object", "detail", err.Error()).On("object")
}

// says reports whether a file has this text; nil: there is no such file.
func (f Folder) says(name string, text *string) bool {
	was, there := f[name]
	return there == (text != nil) && (!there || string(was) == *text)
}

// keepEdit writes what a change set makes of a file.
func (r *Releases) keepEdit(ctx context.Context, tx *store.Tx, change int64, author string, e edit) error {
	const put = `insert into release_edit (change_id, path, text, author, at) values (?, ?, ?, ?, ?)
		on conflict (change_id, path) do update set text = excluded.text, author = excluded.author, at = excluded.at`
	if _, err := tx.Exec(ctx, put, change, e.Path, e.Text, author, r.Now().UnixMilli()); err != nil {
		return fmt.Errorf("keep edit of %s: %w", e.Path, err)
	}
	return nil
}

// dropEdit has a change set make nothing of a file.
func dropEdit(ctx context.Context, tx *store.Tx, change int64, name string) error {
	if _, err := tx.Exec(ctx, "delete from release_edit where change_id = ? and path = ?", change, name); err != nil {
		return fmt.Errorf("drop edit of %s: %w", name, err)
	}
	return nil
}
