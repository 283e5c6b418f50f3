package meta_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/wareloom/wareloom/engine/meta"
)

// site reads a site's files over the orders.
func site(t *testing.T, r *meta.Reader, files map[string]string) (*meta.Model, meta.Problems) {
	t.Helper()
	base := fstest.MapFS{
		"order.table.json": {Data: []byte(orderTable)},
		"part.table.json":  {Data: []byte(strings.ReplaceAll(orderTable, `"order"`, `"part"`))},
	}
	over := fstest.MapFS{}
	for name, text := range files {
		over[name] = &fstest.MapFile{Data: []byte(text)}
	}
	model, err := r.Load(meta.Source{Name: "base", Layer: meta.LayerBase, FS: base}, meta.Source{Name: "site", Layer: meta.LayerSite, FS: over})
	var problems meta.Problems
	if err != nil && !errors.As(err, &problems) {
		t.Fatal(err)
	}
	return model, problems
}

// named is an overlay that gives the orders a name.
func named(name string) map[string]string {
	return map[string]string{"order.table.overlay.json": fmt.Sprintf(`{"kind": "overlay", "of": "table", "key": "order",
		"ops": [{"op": "set", "at": "title/en", "value": %q}]}`, name)}
}

// TestAReaderReadsWhatChanged reads an edited product again and again: what is as before
// is not read anew, and what changed is.
func TestAReaderReadsWhatChanged(t *testing.T) {
	t.Parallel()
	r := meta.NewReader(os.DirFS(schemaFolder))
	plain, _ := site(t, r, nil)
	first, _ := site(t, r, named("Purchase"))
	second, _ := site(t, r, named("Sale"))
	back, problems := site(t, r, nil)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for _, m := range []*meta.Model{first, second, back} {
		if m.Tables["part"] != plain.Tables["part"] {
			t.Error("a text that did not change is read anew")
		}
	}
	for m, want := range map[*meta.Model]string{plain: "Order", first: "Purchase", second: "Sale", back: "Order"} {
		if got := m.Tables["order"].Title["en"]; got != want {
			t.Errorf("the orders are called %s, not %s", got, want)
		}
	}
}

// TestAReaderHearsOfLanguages reads texts anew when a language comes, says other words or
// goes; models that were read before keep theirs.
func TestAReaderHearsOfLanguages(t *testing.T) {
	t.Parallel()
	r := meta.NewReader(os.DirFS(schemaFolder))
	said := func(texts string) (*meta.Model, string) {
		files := spoken(nil)
		if texts != "" {
			files["fr.language.json"] = french(texts)
		}
		m, problems := site(t, r, files)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		return m, m.Tables["order"].Title.In("fr")
	}
	first, none := said("")
	second, one := said(`{"Order": "Commande"}`)
	_, other := said(`{"Order": "Ordre"}`)
	back, gone := said("")
	if none != "订单" || one != "Commande" || other != "Ordre" || gone != "订单" {
		t.Errorf("the orders are called %s, %s, %s and %s", none, one, other, gone)
	}
	if first.Tables["order"] != back.Tables["order"] || first.Tables["order"] == second.Tables["order"] || len(first.Tables["order"].Title) != 3 {
		t.Error("models of other languages share what they read")
	}
}

// TestAReaderTellsMistakesEachTime remembers no text that is wrong, nor takes one from
// another place for its own.
func TestAReaderTellsMistakesEachTime(t *testing.T) {
	t.Parallel()
	r := meta.NewReader(os.DirFS(schemaFolder))
	twice := strings.Replace(orderTable, `"no", "type"`, `"no", "key": "x", "type"`, 1)
	for range 2 {
		for _, tt := range []struct{ text, want string }{
			{twice, "site/own.table.json:7:19: fields/0/key: meta.duplicate_member"},
			{strings.Replace(orderTable, `"label"`, `"labels"`, 1), "site/own.table.json:1:1: meta.schema"},
			{orderTable, "site/own.table.json:3:3: key: meta.file_name"}, // which is sound as order.table.json
		} {
			_, problems := site(t, r, map[string]string{"own.table.json": tt.text})
			if len(problems) == 0 || !strings.HasPrefix(problems.Error(), tt.want) {
				t.Errorf("got %v, want %s", problems, tt.want)
			}
		}
	}
}

// TestWhatWasCheckedIsNotCheckedAgain: what is shipped is taken as it is, and what a site says of its
// own or over it is held to the schemas all the same.
func TestWhatWasCheckedIsNotCheckedAgain(t *testing.T) {
	t.Parallel()
	r := meta.NewReader(os.DirFS(schemaFolder))
	r.Checked = true
	bare := `{"kind": "table", "key": "own"}`
	shipped := fstest.MapFS{"own.table.json": {Data: []byte(bare)}}
	if _, err := r.Load(meta.Source{Name: "base", Layer: meta.LayerBase, FS: shipped}); err != nil {
		t.Errorf("what is shipped is held to its schema: %v", err)
	}
	if _, problems := site(t, r, map[string]string{"own.table.json": bare}); len(problems) == 0 {
		t.Error("a table of the site without a title is taken")
	}
	over := map[string]string{"order.table.overlay.json": `{"kind": "overlay", "of": "table", "key": "order", "ops": [{"op": "set", "at": "title", "value": 7}]}`}
	if _, problems := site(t, r, over); len(problems) == 0 {
		t.Error("a title of the site that is a number is taken")
	}
}

// TestWhatASiteSaysOfElementsIsChecked: what is shipped gets the rest of its fields from elements, so
// that a change of one may spoil it.
func TestWhatASiteSaysOfElementsIsChecked(t *testing.T) {
	t.Parallel()
	base := fstest.MapFS{
		"name.element.json": {Data: []byte(`{"kind": "element", "key": "name", "title": {"zh": "名", "en": "Name", "es": "Nombre"}, "type": "text", "max_length": 80}`)},
		"order.table.json": {Data: []byte(`{"kind": "table", "key": "order", "title": {"zh": "订单", "en": "Order", "es": "Pedido"},
			"label": ["no"], "fields": [{"key": "no", "element": "name"}]}`)},
	}
	over := fstest.MapFS{"name.element.overlay.json": {Data: []byte(`{"kind": "overlay", "of": "element", "key": "name", "ops": [{"op": "set", "at": "title/en", "value": 7}]}`)}}
	told := func(checked bool) string {
		r := meta.NewReader(os.DirFS(schemaFolder))
		r.Checked = checked
		_, err := r.Load(meta.Source{Name: "base", Layer: meta.LayerBase, FS: base}, meta.Source{Name: "site", Layer: meta.LayerSite, FS: over})
		return fmt.Sprint(err)
	}
	if always, once := told(false), told(true); always != once || !strings.Contains(once, "order.table.json") {
		t.Errorf("told each time: %s\ntold once: %s", always, once)
	}
}

// TestAReaderForgets reads many states of a text: the first is read anew when it comes
// again, and what all have is not.
func TestAReaderForgets(t *testing.T) {
	t.Parallel()
	r := meta.NewReader(os.DirFS(schemaFolder))
	first, _ := site(t, r, named("0"))
	for n := range 10 {
		if _, problems := site(t, r, named(fmt.Sprint(n+1))); len(problems) > 0 {
			t.Fatal(problems)
		}
	}
	again, _ := site(t, r, named("0"))
	if again.Tables["order"] == first.Tables["order"] || again.Tables["part"] != first.Tables["part"] {
		t.Error("what nobody needs is kept, or what everybody needs is not")
	}
}

// TestManyReadAtOnce reads several states at the same time.
func TestManyReadAtOnce(t *testing.T) {
	t.Parallel()
	r := meta.NewReader(os.DirFS(schemaFolder))
	var reading sync.WaitGroup
	for n := range 8 {
		reading.Go(func() {
			for range 5 {
				name := fmt.Sprint("Order ", n)
				if m, problems := site(t, r, named(name)); len(problems) > 0 || m.Tables["order"].Title["en"] != name {
					t.Errorf("%s: %v", name, problems)
				}
			}
		})
	}
	reading.Wait()
}

// TestAReaderHearsOfElements reads an object again under another element, and back.
func TestAReaderHearsOfElements(t *testing.T) {
	t.Parallel()
	r := meta.NewReader(os.DirFS(schemaFolder))
	for _, length := range []int{20, 30, 20} {
		m, problems := site(t, r, map[string]string{
			"name.element.json": fmt.Sprintf(`{"kind": "element", "key": "name", "title": {"zh": "名", "en": "Name", "es": "Nombre"}, "type": "text", "max_length": %d}`, length),
			"ship.table.json": `{"kind": "table", "key": "ship", "title": {"zh": "船", "en": "Ship", "es": "Barco"}, "label": ["name"],
				"fields": [{"key": "name", "element": "name"}]}`,
		})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		if got := m.Tables["ship"].Fields[0].MaxLength; got != length {
			t.Errorf("a name is %d long, not %d", got, length)
		}
	}
}
