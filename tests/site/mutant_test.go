package site

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/product"
	"github.com/wareloom/wareloom/engine/meta"
)

// mutant is a shipped object, or an overlay on one, that somebody spoilt.
type mutant struct {
	kind, key string
	object    any // of the site's own
	ops       any // of the overlay; nil for an object
}

// file gives its name in the folder of a site, and its text.
func (m mutant) file() (string, []byte) {
	name, content := m.key+"."+m.kind+".json", m.object
	if m.ops != nil {
		name = m.key + "." + m.kind + ".overlay.json"
		content = map[string]any{"kind": "overlay", "of": m.kind, "key": m.key, "ops": m.ops}
	}
	text, err := json.Marshal(content)
	if err != nil {
		panic(err) // it came from JSON
	}
	return name, text
}

// shippedObjects are the objects that a site may lay something over, by file.
func shippedObjects(t *testing.T) map[string][]byte {
	t.Helper()
	wareloom, err := product.Wareloom()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]byte{}
	for _, source := range wareloom.Sources {
		err := fs.WalkDir(source.FS, ".", func(name string, entry fs.DirEntry, err error) error {
			kind, key := meta.KindAndKey(name)
			if err != nil || entry.IsDir() || kind == "" || key == "" || kind == meta.PluginKind {
				return err
			}
			found[path.Base(name)], err = fs.ReadFile(source.FS, name)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// spoiler makes mutants of shipped objects.
type spoiler struct {
	*rand.Rand
	files map[string][]byte
	names []string
}

func newSpoiler(t *testing.T, random *rand.Rand) *spoiler {
	t.Helper()
	files := shippedObjects(t)
	return &spoiler{random, files, slices.Sorted(maps.Keys(files))}
}

// next gives an object of the site's own or an overlay, as often as the other.
func (s *spoiler) next() mutant {
	for {
		name := s.names[s.IntN(len(s.names))]
		var object map[string]any
		if json.Unmarshal(s.files[name], &object) != nil || object["kind"] == nil {
			continue
		}
		kind, key := meta.KindAndKey(name)
		if s.IntN(2) == 0 {
			return mutant{kind: kind, key: key, ops: s.ops(object)}
		}
		object["key"] = "x_mutant"
		for range 1 + s.IntN(3) {
			s.spoil(object)
		}
		return mutant{kind: kind, key: "x_mutant", object: object}
	}
}

// ops lays some changes over an object, each at a place of it or beside one.
func (s *spoiler) ops(object map[string]any) []any {
	ops := []any{}
	for range 1 + s.IntN(2) {
		at, value := s.place(object)
		switch s.IntN(5) {
		case 0:
			ops = append(ops, map[string]any{"op": "hide", "at": at})
		case 1:
			ops = append(ops, map[string]any{"op": "move", "at": at, "before": s.odd(value)})
		case 2:
			ops = append(ops, map[string]any{"op": "add", "at": path.Dir(at), "value": s.odd(value)})
		default:
			ops = append(ops, map[string]any{"op": "set", "at": at, "value": s.odd(value)})
		}
	}
	return ops
}

// place finds a member at random, by the path that overlays name it with.
func (s *spoiler) place(object any) (at string, value any) {
	steps := []string{}
	for value = object; ; {
		name, inner := s.member(value)
		if name == "" {
			return strings.Join(steps, "/"), value
		}
		steps, value = append(steps, name), inner
		if s.IntN(3) == 0 {
			return strings.Join(steps, "/"), value
		}
	}
}

func (s *spoiler) member(of any) (name string, value any) {
	switch of := of.(type) {
	case map[string]any:
		if len(of) == 0 {
			return "", nil
		}
		names := slices.Sorted(maps.Keys(of))
		name = names[s.IntN(len(names))]
		return name, of[name]
	case []any:
		if len(of) == 0 {
			return "", nil
		}
		i := s.IntN(len(of))
		if item, is := of[i].(map[string]any); is {
			if key, is := item["key"].(string); is && key != "" {
				return key, item
			}
		}
		return fmt.Sprint(i), of[i]
	}
	return "", nil
}

// spoil changes one member somewhere in an object.
func (s *spoiler) spoil(object map[string]any) {
	inside := object
	for {
		names := slices.Sorted(maps.Keys(inside))
		if len(names) == 0 {
			return
		}
		name := names[s.IntN(len(names))]
		if deeper, is := s.deeper(inside[name]); is && s.IntN(4) > 0 {
			inside = deeper
			continue
		}
		switch s.IntN(4) {
		case 0:
			delete(inside, name)
		case 1:
			inside[name+"x"] = inside[name]
			delete(inside, name)
		case 2:
			inside[name] = inside[names[s.IntN(len(names))]]
		default:
			inside[name] = s.odd(inside[name])
		}
		return
	}
}

// deeper is an object in a value, if there is one.
func (s *spoiler) deeper(value any) (map[string]any, bool) {
	if items, is := value.([]any); is && len(items) > 0 {
		value = items[s.IntN(len(items))]
	}
	object, is := value.(map[string]any)
	return object, is && len(object) > 0
}

// oddities are what a member is not meant to be, made anew each time: what is put into an
// object may be spoilt further, and must not hold itself when it is drawn again.
func oddities() []any {
	return []any{
		nil, true, -1, 1e300, 0.5, "", "x", "no_such_thing", "row.no_such_thing == 1", "count(", "'; drop table item; --",
		"<script>alert(1)</script>", "../../etc/passwd", "{{nothing}}", "中文", "\x00", strings.Repeat("long ", 2000),
		[]any{},
		map[string]any{},
		[]any{nil},
		map[string]any{"key": "x"},
		map[string]any{"zh": 1, "en": nil},
		nested(20),
		nested(300),
	}
}

func nested(depth int) any {
	var value any = "deep"
	for range depth {
		value = []any{value}
	}
	return value
}

// odd is something that stands in the place of a value: an oddity, or the value in a list.
func (s *spoiler) odd(value any) any {
	if s.IntN(8) == 0 {
		return []any{value, value}
	}
	all := oddities()
	return all[s.IntN(len(all))]
}
