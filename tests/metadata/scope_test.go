package metadata_test

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/meta/shape"
	"github.com/wareloom/wareloom/engine/meta/tree"
)

// scopeNames are all names that expressions see somewhere; lines is that of most line sets.
var scopeNames = []string{"row", "old", "head", "record", "line", "group", "lines", "value", "params", "cell", "ctx", "user"}

// missing are names that a place lacks where there is no such thing, which the product may
// never have there: heads only lines have, a line only what is repeated.
var missing = []string{"head", "line", "group"}

// TestExpressionsSeeWhatTheSchemasSay has every expression of the product name something,
// one name after another, and compares where the compiler knows it with the schemas
// (x-scope): nowhere else, and where they say so at least once.
func TestExpressionsSeeWhatTheSchemasSay(t *testing.T) {
	t.Parallel()
	shapes := shapesOf(t)
	for _, name := range scopeNames {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := naming{name: name, places: map[string]place{}}
			unknown := p.compile(t, shapes)
			seen := map[string]bool{}
			for at, where := range p.places {
				says := slices.Contains(where.scope, name)
				if !says && unknown[at] {
					continue
				}
				if !unknown[at] && !says {
					t.Errorf("%s sees %s, the schema does not say so", at, name)
				}
				seen[where.said] = seen[where.said] || !unknown[at] || slices.Contains(missing, name)
			}
			for said, is := range seen {
				if !is {
					t.Errorf("%s never sees %s, the schema says that it may", said, name)
				}
			}
		})
	}
}

func shapesOf(t *testing.T) *shape.Shapes {
	t.Helper()
	shapes, err := shape.Read(schemas(t))
	if err != nil {
		t.Fatal(err)
	}
	return shapes
}

// place is where an expression stands: the names that the schema says, and the place
// without the keys and numbers of items.
type place struct {
	scope []string
	said  string
}

// naming puts a name into expressions.
type naming struct {
	name   string
	places map[string]place // by file and path
}

// compile gives the places at which the name is not known.
func (n *naming) compile(t *testing.T, shapes *shape.Shapes) map[string]bool {
	t.Helper()
	var named []meta.Source
	for _, source := range sources(t) {
		named = append(named, meta.Source{Name: source.Name, Layer: source.Layer, FS: n.source(t, shapes, source)})
	}
	reader := meta.NewReader(schemas(t))
	reader.Checked = true // the schemas have nothing to say of a name
	model, err := reader.Load(named...)
	if err != nil {
		t.Fatal(err)
	}
	_, err = catalog.Compile(model, functions(t))
	var problems meta.Problems
	if !errors.As(err, &problems) {
		t.Fatalf("no expression has a problem: %v", err)
	}
	unknown := map[string]bool{}
	for _, p := range problems {
		at := p.File + " " + p.Path
		if p.Key == "expression.unknown_name" && p.Params["name"] == n.name {
			unknown[at] = true
			n.leave(at)
		} else if strings.HasPrefix(p.Key, "meta.") {
			delete(n.places, at) // not compiled, since what it stands beside was not
		}
	}
	if len(unknown) == 0 {
		t.Fatalf("the names stand nowhere: %v", err)
	}
	return unknown
}

// leave passes over what is not compiled where the list that it is repeated for is not.
func (n *naming) leave(at string) {
	beside, isList := strings.CutSuffix(at, "/for")
	if !isList {
		return
	}
	for other := range n.places {
		if other != at && strings.HasPrefix(other, beside+"/") {
			delete(n.places, other)
		}
	}
}

func (n *naming) source(t *testing.T, shapes *shape.Shapes, source meta.Source) fs.FS {
	t.Helper()
	made := fstest.MapFS{}
	err := fs.WalkDir(source.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".json" || strings.Contains(name, "schema/") {
			return err
		}
		text, err := fs.ReadFile(source.FS, name)
		if err != nil {
			return err
		}
		object, err := tree.Parse(text)
		if err != nil {
			return err
		}
		kind, _ := meta.KindAndKey(name)
		n.visit(object, shapes.Of(kind), path.Join(source.Name, name), "", kind)
		made[name] = &fstest.MapFile{Data: tree.Print(object)}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// visit names it in the expressions of a value. Literals that say what an effect works on
// stay, since the check reads them, and lists without which no line is seen.
func (n *naming) visit(v *tree.Node, s shape.Shape, file, at, said string) {
	for _, m := range v.Members {
		if said == "plugin" && m.Name != "key" {
			return // what is offered is not compiled
		}
		member := m.Name
		if !slices.Contains(s.Members(), member) {
			member = "*"
		}
		n.visit(m.Value, s.Member(m.Name), file, strings.TrimPrefix(at+"/"+m.Name, "/"), said+" "+member)
	}
	for i, item := range v.Items {
		n.visit(item, s.Item(), file, at+"/"+strconv.Itoa(i), said)
	}
	aside := strings.HasPrefix(v.String(), "'") || n.name == "line" && strings.HasSuffix(at, "/for")
	if v.Kind != tree.Literal || s.Names() != "expression" || aside {
		return
	}
	n.places[file+" "+at] = place{s.Scope(), said}
	*v = *tree.Value(fmt.Sprintf("%s == nil ? (%s) : (%s)", n.name, v.String(), v.String()))
}
