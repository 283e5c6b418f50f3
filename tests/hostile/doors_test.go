package hostile

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/tests/world"
)

var doors = flag.Int("doors", 800, "knocks at an owner's doors, half of them on each database")

// nobody is the id of no record: what is answered about a foreign one has to be what is
// answered about it.
const nobody = 1 << 52

// owner knocks at every door that an owner has, with what belongs to another in the hand:
// screens, records and their acts, files, imports, exports, reports, paper, people, keys.
type owner struct {
	*asker
	house   *house
	session *apptest.Session
	menus   []int
	screens []string
	own     map[string][]int64
	found   loot
}

// loot is what the other owner has that is known by no id of a table.
type loot struct {
	people []int64
	keys   []string
	files  []string
	noKey  string   // the id of no key
	texts  []string // names and numbers of his records
}

// knock is a call; where it names a foreign record, twin is the same of no record.
type knock struct {
	path string
	body any
	form string // content type of a body that is a text
	twin any
}

// steal has the other owner make a person, a key, a file and a job, and reads what his
// records are called.
func (h *house) steal(t *testing.T) (l loot) {
	t.Helper()
	globex, admin := h.Login(t, "consignor", "globex"), h.Login(t, auth.BackOffice, "admin")
	ask := func(as *apptest.Session, path string, body any, into any) {
		text, _ := json.Marshal(body)
		answer := h.Do(t, apptest.Call{Path: "/api/" + path, Body: string(text), As: as, Key: auth.NewID()})
		if !answer.Result {
			t.Fatalf("%s: %s", path, answer.Text)
		}
		answer.Into(t, into)
	}
	var person struct{ ID int64 }
	ask(globex, "people/save", m{"name": "gus", "true_name": "Gus of the Globex house", "may": m{"901108": "all"}}, &person)
	var key struct{ ID string }
	ask(globex, "own_key/create", m{"name": "Globex shop", "expires_at": h.Clock.Now().AddDate(0, 1, 0).Format("2006-01-02T15:04:05Z07:00")}, &key)
	text, kind := fileOf("paper.txt", "Globex secret")
	var file struct{ Key string }
	answer := h.Do(t, apptest.Call{Path: "/api/files/upload", Body: text, As: admin, Headers: map[string]string{"Content-Type": kind}})
	answer.Into(t, &file)
	ask(admin, "data/product/attach", m{"id": slices.Min(slices.Collect(maps.Keys(h.foreign["product"]))), "file": file.Key}, &struct{}{})
	l = loot{people: []int64{person.ID}, keys: []string{key.ID}, files: []string{file.Key}, noKey: auth.NewID(), texts: h.called(t)}
	return l
}

// called are the numbers and names by which the other owner's records are known, and no
// record of the asker.
func (h *house) called(t *testing.T) (texts []string) {
	t.Helper()
	own := map[string]bool{}
	err := h.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		for key, table := range meta.Sorted(h.release.Tables) {
			for _, name := range []string{"doc_no", "ext_no", "sku", "tracking_no", "receiver", "lot_no", "serial_no"} {
				if field, ok := table.Field(name); !ok || field.Virtual || h.foreign[key] == nil {
					continue
				}
				var rows []struct {
					ID   int64
					Text string
				}
				if err := tx.Select(ctx, &rows, fmt.Sprintf(`SELECT id, %s AS text FROM %s WHERE %[1]s IS NOT NULL`, store.Quote(name), store.Quote(key))); err != nil {
					return err
				}
				for _, row := range rows {
					if own[row.Text] = own[row.Text] || !h.foreign[key][row.ID]; h.foreign[key][row.ID] && len(row.Text) > 5 {
						texts = append(texts, row.Text)
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(texts)
	return slices.DeleteFunc(slices.Compact(texts), func(text string) bool { return own[text] })
}

// fileOf is a form with a file.
func fileOf(name, content string) (body, kind string) {
	return "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + name + "\"\r\n\r\n" + content + "\r\n--b--\r\n", "multipart/form-data; boundary=b"
}

// besiege knocks at the doors of an owner: nothing foreign is seen, told apart from what is
// not there, or changed.
func (h *house) besiege(t *testing.T) {
	t.Helper()
	h.API.Papers.Family = world.Fonts
	found := h.steal(t)
	h.survey(t)
	before, n := h.versions(t), *doors/2
	out := h.owner(t, found).knocks(t, n)
	t.Logf("%d knocks: %d granted, %d breaches", n, out.granted, out.breached)
	for _, breach := range out.breaches {
		t.Error(breach)
	}
	if out.granted < n/20 {
		t.Errorf("only %d knocks were granted: they prove too little", out.granted)
	}
	after := h.versions(t)
	for table, was := range before {
		if after[table] != was {
			t.Errorf("of another's %s there were %s, now %s", table, was, after[table])
		}
	}
}

// versions adds up the versions of the foreign records, table by table: who changed one of
// them is found out.
func (h *house) versions(t *testing.T) map[string]string {
	t.Helper()
	sums := map[string]string{}
	err := h.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		for key, foreign := range h.foreign {
			var rows []struct{ ID, Version int64 }
			if err := tx.Select(ctx, &rows, "SELECT id, version FROM "+store.Quote(key)); err != nil {
				return err
			}
			var n, sum int64
			for _, row := range rows {
				if foreign[row.ID] {
					n, sum = n+1, sum+row.Version
				}
			}
			sums[key] = fmt.Sprint(n, " records of versions ", sum)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return sums
}

// owner makes the one who knocks.
func (h *house) owner(t *testing.T, found loot) *owner {
	t.Helper()
	rights := h.rights(t, "consignor", "acme")
	o := &owner{asker: h.asker(*seed, rights), house: h, session: h.Login(t, "consignor", "acme"), menus: rights.MenuIDs(), own: map[string][]int64{}, found: found}
	o.Rand = rand.New(rand.NewPCG(*seed, 30))
	for _, id := range o.menus {
		if screen := h.release.Menus[id].Screen; screen != "" {
			o.screens = append(o.screens, screen)
		}
	}
	o.tables = slices.DeleteFunc(o.tables, func(table *catalog.Table) bool { return h.foreign[table.Key] == nil })
	return o
}

// knocks asks n times and judges each answer.
func (o *owner) knocks(t *testing.T, n int) *outcome {
	t.Helper()
	out := &outcome{}
	for range n {
		k := o.next()
		answer, asked := o.ask(t, k.path, k.body, k.form)
		q := question{path: k.path, body: k.body}
		if answer.Status >= 500 {
			out.breach(q, "an error of the server", answer)
		}
		if answer.Result {
			out.granted++
		}
		for _, text := range slices.Concat(traces, o.found.texts) {
			if strings.Contains(answer.Text, text) && !strings.Contains(asked, text) {
				out.breach(q, "a trace of "+text, answer)
			}
		}
		if k.twin == nil {
			continue
		}
		twin, _ := o.ask(t, k.path, k.twin, "")
		if answer.Status != twin.Status || o.wordsOf(answer) != o.wordsOf(twin) {
			out.breach(q, "told apart from no record: "+twin.Text, answer)
		}
	}
	return out
}

// wordsOf is what an answer says, without ids that the question named.
func (o *owner) wordsOf(answer apptest.Answer) string {
	if answer.Result {
		return "granted"
	}
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, strings.NewReplacer(o.found.keys[0], "", o.found.noKey, "").Replace(answer.Text))
}

func (o *owner) ask(t *testing.T, path string, body any, form string) (apptest.Answer, string) {
	t.Helper()
	call := apptest.Call{Path: path, As: o.session, Key: auth.NewID()}
	if text, ok := body.(string); ok && form != "" {
		call.Body, call.Headers = text, map[string]string{"Content-Type": form}
	} else if text, err := json.Marshal(body); err == nil && body != nil {
		call.Body = string(text)
	}
	if body == nil {
		call.Method = "GET"
	}
	return o.house.Do(t, call), call.Path + call.Body
}

// foreignOf is the id of a foreign record of a table.
func (o *owner) foreignOf(table *catalog.Table) int64 {
	if ids := o.foreign[table.Key]; len(ids) > 0 {
		return pick(o.asker, ids)
	}
	return nobody
}

// byID is a call about a foreign record, and the same about none.
func (o *owner) byID(table *catalog.Table, verb string, more m) knock {
	with := func(id int64) m {
		body := maps.Clone(more)
		body["id"] = id
		return body
	}
	return knock{path: "/api/data/" + table.Key + "/" + verb, body: with(o.foreignOf(table)), twin: with(nobody)}
}
