package meta

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/meta/tree"
)

// Layers say who an object comes from.
const (
	LayerBase   = "base"
	LayerPlugin = "plugin"
	LayerSite   = "site"
)

// Source is a folder of metadata files.
type Source struct {
	Name  string // shown before the names of its files, as in "metadata"
	Layer string
	FS    fs.FS
}

// overlayKind is the kind of objects that change others.
const overlayKind = "overlay"

// SchemaFolder holds the schemas themselves, and no metadata.
const SchemaFolder = "schema"

// Load reads all files of the sources into one model. The schemas are those of
// metadata/schema, named <kind>.schema.json. Who reads more than once has a Reader.
//
// The error is a Problems with everything that is wrong with single files; the
// model then holds what could be read. Check tells what is wrong between them.
func Load(schemas fs.FS, sources ...Source) (*Model, error) {
	return NewReader(schemas).Load(sources...)
}

// Load reads as the function Load does.
func (r *Reader) Load(sources ...Source) (*Model, error) {
	l := &loader{model: NewModel(), reader: r}
	l.keepers = l.model.keepers()
	defer r.forget()
	for _, source := range sources {
		if err := l.source(source); err != nil {
			return nil, fmt.Errorf("read metadata of %s: %w", source.Name, err)
		}
	}
	overlays := l.keepOverlays()
	l.layAll(overlays)
	l.speech, l.elementsSum = l.spoken(), l.elements.sum()
	for _, o := range l.files {
		l.keep(o)
	}
	l.model.listPrints()
	return l.model, l.problems.Err(l.model, "en")
}

type loader struct {
	model       *Model
	reader      *Reader
	keepers     map[string]keeper
	elements    Elements
	elementsSum [sha256.Size]byte
	// elementsOfSite says that a site changes elements, from which fields of what is shipped have the rest.
	elementsOfSite bool
	speech         speech
	files          []Object // that are not kept yet, with the kind and key of their names
	problems       Problems
}

// keepOverlays keeps the overlays, which say what the other objects are.
func (l *loader) keepOverlays() []*Overlay {
	l.files = slices.DeleteFunc(l.files, func(o Object) bool {
		if o.Kind == overlayKind {
			l.keep(o)
		}
		return o.Kind == overlayKind
	})
	for _, o := range l.model.Overlays {
		if name := o.Key + "." + o.Of; path.Base(o.File) != name+"."+overlayKind+".json" {
			l.problem(o.Problem("of", "meta.file_name", "key", name, "file", path.Base(o.File)))
		}
	}
	return slices.Clone(l.model.Overlays)
}

// source reads the files of one source in the order of their names.
func (l *loader) source(s Source) error {
	modules, err := modulesOf(s.FS)
	if err != nil {
		return err
	}
	return fs.WalkDir(s.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path.Base(name) == SchemaFolder:
			return fs.SkipDir
		case entry.IsDir() || path.Ext(name) != ".json":
			return nil
		}
		text, err := fs.ReadFile(s.FS, name)
		if err != nil {
			return err
		}
		kind, key := KindAndKey(name)
		l.files = append(l.files, Object{
			Kind: kind, Key: key, File: path.Join(s.Name, name), Layer: s.Layer, Module: modules.of(name), source: text,
		})
		return nil
	})
}

// keep reads an object that has the kind and key of its file's name.
func (l *loader) keep(o Object) {
	kind, key := o.Kind, o.Key
	keeper, known := l.keepers[kind]
	if !known {
		l.problem(o.Problem("", "meta.unknown_kind", "kind", kind))
		return
	}
	clashes := l.fill(&o)
	if l.problem(clashes...); len(clashes) > 0 {
		return
	}
	read, found := l.reader.object(&o, keeper, l.speech, !l.reader.Checked || l.isOfSite(&o))
	l.problem(found...)
	if len(found) > 0 {
		return
	}
	made, other := keeper.keep(read)
	switch {
	case key != "" && made.Key != key:
		l.problem(made.Problem("key", "meta.file_name", "key", made.Key, "file", key))
	case other != nil:
		l.problem(made.Problem("key", "meta.key_taken", "kind", kind, "key", made.Key, "file", other.File))
	case kind != overlayKind:
		l.model.note(made)
	}
}

// isOfSite reports whether a site has a say in what an object is.
func (l *loader) isOfSite(o *Object) bool {
	return o.Layer == LayerSite || len(o.overlays) > 0 || o.whole != nil && l.elementsOfSite
}

func (l *loader) problem(problems ...Problem) { l.problems = append(l.problems, problems...) }

// KindAndKey reads the name of a file: <key>.<kind>.json, <key>.<kind>.overlay.json, or
// module.json.
func KindAndKey(file string) (kind, key string) {
	name := strings.TrimSuffix(path.Base(file), ".json")
	if changed, isOverlay := strings.CutSuffix(name, "."+overlayKind); isOverlay {
		key, _, _ = strings.Cut(changed, ".")
		return overlayKind, key
	}
	key, kind, ok := strings.Cut(name, ".")
	if !ok {
		return name, ""
	}
	return kind, key
}

// maxDepth is how deep an object may nest: a call that brings one wraps it in some levels
// more, and takes 32. Else a folder could hold what no designer can keep.
const maxDepth = 24

// badText tells where a text is not JSON, names a member twice, or nests too deep.
func (o *Object) badText() Problems {
	if node, err := tree.Parse(o.source); err == nil {
		if node.Depth() > maxDepth {
			return Problems{o.Problem("", "meta.too_deep", "max", maxDepth)}
		}
		return nil
	}
	var problems Problems
	var value any
	if err := json.Unmarshal(o.source, &value); err != nil {
		p := o.Problem("", "meta.not_json", "detail", err.Error())
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			p.Line, p.Column = o.source.lineColumn(int(syntax.Offset) - 1)
		}
		return Problems{p}
	}
	for _, member := range o.source.duplicates() {
		p := o.Problem(member.path, "meta.duplicate_member", "name", path.Base(member.path))
		p.Line, p.Column = o.source.lineColumn(member.offset)
		problems = append(problems, p)
	}
	return problems
}

// modules are the folders with a module.json and the keys of their modules,
// the deepest first.
type modules []struct{ folder, key string }

func modulesOf(files fs.FS) (modules, error) {
	var found modules
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Base(name) != "module.json" {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		var module Object
		if json.Unmarshal(text, &module) == nil { // else told when the file itself is read
			found = append(found, struct{ folder, key string }{path.Dir(name), module.Key})
		}
		return nil
	})
	slices.SortFunc(found, func(a, b struct{ folder, key string }) int { return len(b.folder) - len(a.folder) })
	return found, err
}

// of gives the module that a file belongs to; "" for what all modules share.
func (m modules) of(name string) string {
	for _, module := range m {
		if module.folder == "." || strings.HasPrefix(name, module.folder+"/") {
			return module.key
		}
	}
	return ""
}

// keeper reads the objects of a kind and keeps them in a model.
type keeper struct {
	decode func(where Object, text []byte) (read any, err error)
	keep   func(read any) (made, other *Object) // other is the object that has its key already
}

// kept is a pointer to a kind of object.
type kept[T any] interface {
	*T
	object() *Object
}

func (o *Object) object() *Object { return o }

func keep[T any, P kept[T]](objects map[string]P) keeper {
	return keeper{decode[T, P], func(read any) (made, other *Object) {
		object, _ := read.(P)
		made = object.object()
		if other, taken := objects[made.Key]; taken {
			return made, other.object()
		}
		objects[made.Key] = object
		return made, nil
	}}
}

// decode reads the text of an object, which may say more than the object keeps. What was
// read once may be part of several models: nobody changes it.
func decode[T any, P kept[T]](where Object, text []byte) (any, error) {
	made := P(new(T))
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	decoder.UseNumber()
	if err := decoder.Decode(made); err != nil {
		return nil, err
	}
	o := made.object()
	o.File, o.Layer, o.Module, o.source, o.whole, o.overlays = where.File, where.Layer, where.Module, where.source, where.whole, where.overlays
	return made, nil
}

// keepers lists the kinds of metadata.
func (m *Model) keepers() map[string]keeper {
	return map[string]keeper{
		"module": keep(m.Modules), "table": keep(m.Tables), "list": keep(m.Lists), "form": keep(m.Forms),
		"document": keep(m.Documents), "tool": keep(m.Tools), "station": keep(m.Stations), "menu": keep(m.Menus),
		"dropdown": keep(m.Dropdowns), "code_rule": keep(m.CodeRules), "mapping": keep(m.Mappings), "export": keep(m.Exports), ElementKind: keep(m.Elements),
		"setting": keep(m.Settings), "report": keep(m.Reports), "board": keep(m.Boards), "home": keep(m.Homes), PrintKind: keep(m.Prints), "page": keep(m.Pages), "i18n": keep(m.Texts), LanguageKind: keep(m.Languages),
		"test": keep(m.Tests), PluginKind: keep(m.Plugins),
		overlayKind: {decode[Overlay, *Overlay], m.keepOverlay},
	}
}

// keepOverlay keeps an overlay; a module has one of an object.
func (m *Model) keepOverlay(read any) (made, other *Object) {
	o, _ := read.(*Overlay)
	for _, other := range m.Overlays {
		if other.Layer == o.Layer && other.Module == o.Module && other.Of == o.Of && other.Key == o.Key {
			return o.object(), other.object()
		}
	}
	m.Overlays = append(m.Overlays, o)
	return o.object(), nil
}
