package hostile

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/product"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/seeds"
)

var (
	requests = flag.Int("requests", 20_000, "requests, half of them on each database")
	seed     = flag.Uint64("seed", 1, "seed of the requests")
)

// controls is how many requests of the same kind the back office makes, to show
// that they find foreign records where nothing holds them off.
const controls = 500

// traces are what only the other owner's records hold.
var traces = []string{"GLOBEX", "Globex", "GX-", "Elena Ruiz"}

// house is the product with its demo, and the ids of the records that are not
// the asking owner's.
type house struct {
	*apptest.Server
	release *catalog.Release
	foreign map[string]map[int64]bool
	own     map[string]int64 // number of records by table
}

func open(t *testing.T, dsn string) *house {
	t.Helper()
	p, err := product.Wareloom()
	if err != nil {
		t.Fatal(err)
	}
	p.Sources = append(p.Sources, openDoors(t, p))
	h := &house{Server: apptest.StartProduct(t, dsn, p), foreign: map[string]map[int64]bool{}, own: map[string]int64{}}
	for _, name := range []string{"base", "demo"} {
		folder, err := fs.Sub(seeds.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		if err := h.Seed(t.Context(), folder, apptest.Password); err != nil {
			t.Fatal(err)
		}
	}
	h.release = h.Catalog.Current()
	h.survey(t)
	return h
}

// openDoors is a menu that grants owners' users to read every table of goods: the
// more doors stand open, the more rests on the fence between owners.
func openDoors(t *testing.T, p app.Product) meta.Source {
	t.Helper()
	release := apptest.StartProduct(t, enginetest.SQLite(t), p).Catalog.Current()
	var rights []string
	for key, table := range meta.Sorted(release.Tables) {
		if table.Head == nil && key != "role" {
			rights = append(rights, key+"."+meta.Read)
		}
	}
	title := m{"zh": "门", "en": "Doors", "es": "Puertas"}
	text, err := json.Marshal(m{"kind": "menu", "key": "doors", "title": title, "items": []any{
		m{"key": 999999, "parent": 0, "route": "/doors", "title": title, "user_type": "consignor", "rights": rights},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return meta.Source{Name: "doors", Layer: meta.LayerBase, FS: fstest.MapFS{
		"menu/doors.menu.json": &fstest.MapFile{Data: text},
	}}
}

// survey tells foreign records from own ones, by plain SQL and not by the code
// that is under test.
func (h *house) survey(t *testing.T) {
	t.Helper()
	err := h.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		var acme int64
		if err := tx.Get(ctx, &acme, "select id from consignor where code = 'ACME'"); err != nil {
			return err
		}
		for key, table := range meta.Sorted(h.release.Tables) {
			owner := ownerOf(table)
			if owner == "" {
				continue
			}
			var rows []struct {
				ID    int64
				Owner *int64
			}
			if err := tx.Select(ctx, &rows, "select t.id as id, "+owner+" as owner from "+store.Quote(key)+" as t"); err != nil {
				return fmt.Errorf("survey %s: %w", key, err)
			}
			h.foreign[key] = map[int64]bool{}
			for _, row := range rows {
				if row.Owner != nil && *row.Owner == acme {
					h.own[key]++
				} else {
					h.foreign[key][row.ID] = true
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(h.foreign["product"]) == 0 || h.own["product"] == 0 {
		t.Fatal("the demo has no products of both owners: the test would prove nothing")
	}
}

// ownerOf gives the SQL of a record's owner; "" for tables without one.
func ownerOf(table *catalog.Table) string {
	const field = "consignor_id"
	if table.Key == "consignor" {
		return "t.id"
	}
	if _, ok := table.Field(field); ok {
		return "t." + field
	}
	if table.Head == nil {
		return ""
	}
	if _, ok := table.Head.Field(field); !ok {
		return ""
	}
	return "(select h." + field + " from " + store.Quote(table.Head.Key) + " h where h.id = t." + table.HeadField.Key + ")"
}

// asker makes questions about the tables with owners and those around them.
func (h *house) asker(seed uint64, rights *access.Rights) *asker {
	a := &asker{Rand: rand.New(rand.NewPCG(seed, 20)), release: h.release, foreign: map[string][]int64{}}
	for key, table := range meta.Sorted(h.release.Tables) {
		for id := range h.foreign[key] {
			a.foreign[key] = append(a.foreign[key], id)
		}
		slices.Sort(a.foreign[key])
		weight := 1
		if rights.Can(table.Right(meta.Read)) {
			weight = 12
		}
		for range weight {
			a.tables = append(a.tables, table)
		}
	}
	return a
}

func (h *house) rights(t *testing.T, userType, account string) *access.Rights {
	t.Helper()
	var rights *access.Rights
	err := h.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		actor, err := h.Auth.Find(ctx, tx, userType, account)
		if err != nil {
			return err
		}
		rights, err = h.Access.For(ctx, tx, h.release, actor)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return rights
}

// outcome is what a series of questions came to.
type outcome struct {
	granted, rows int
	breaches      []string // at most a few
	breached      int
}

func (o *outcome) breach(q question, what string, answer apptest.Answer) {
	if o.breached++; len(o.breaches) < 5 {
		body, _ := json.Marshal(q.body)
		o.breaches = append(o.breaches, fmt.Sprintf("%s\n%s %.2000s\n%.2000s", what, q.path, body, answer.Text))
	}
}

// interrogate asks n questions as an account.
func (h *house) interrogate(t *testing.T, userType, account string, n int) *outcome {
	t.Helper()
	session := h.Login(t, userType, account)
	a := h.asker(*seed, h.rights(t, userType, account))
	o := &outcome{}
	for range n {
		q := a.next()
		body, err := json.Marshal(q.body)
		if err != nil {
			continue // a value that JSON cannot spell
		}
		answer := h.Do(t, apptest.Call{Path: q.path, Body: string(body), As: session, Sign: -1})
		if answer.Status >= 500 {
			o.breach(q, "an error of the server", answer)
		}
		if answer.Result {
			h.inspect(q, answer, o)
			a.keep(q, answer)
		}
	}
	return o
}

// keep remembers an answer that went on.
func (a *asker) keep(q question, answer apptest.Answer) {
	var data struct{ NextCursor string }
	if json.Unmarshal(answer.Data, &data) == nil && data.NextCursor != "" && len(a.pages) < 200 {
		a.pages = append(a.pages, page{q.body.(m), q.table, data.NextCursor})
	}
}

// inspect looks for foreign records, traces of them, and figures that count them.
func (h *house) inspect(q question, answer apptest.Answer, o *outcome) {
	o.granted++
	for _, trace := range traces {
		if strings.Contains(string(answer.Data), trace) {
			o.breach(q, "a trace of "+trace, answer)
		}
	}
	foreign, owned := map[int64]bool(nil), false
	if q.table != nil {
		foreign, owned = h.foreign[q.table.Key], h.foreign[q.table.Key] != nil
	}
	if !owned {
		return
	}
	var data struct {
		ID    int64
		Rows  []m
		Total int64
	}
	if err := json.Unmarshal(answer.Data, &data); err != nil {
		o.breach(q, "an answer of another form: "+err.Error(), answer)
	}
	o.rows += len(data.Rows)
	grouped := strings.HasSuffix(q.path, "aggregate")
	if foreign[data.ID] || data.Total > h.own[q.table.Key] {
		o.breach(q, "a foreign record", answer)
	}
	counted := int64(0)
	for _, row := range data.Rows {
		id, _ := row["id"].(float64)
		n, _ := row["n"].(float64)
		counted += int64(n)
		if !grouped && foreign[int64(id)] {
			o.breach(q, "a foreign record in a list", answer)
		}
	}
	if grouped && counted > h.own[q.table.Key] {
		o.breach(q, "a count of foreign records", answer)
	}
}

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler)) // thousands of refusals
	m.Run()
}

func TestNoQuestionReachesForeignRecords(t *testing.T) {
	t.Logf("seed %d, %d requests", *seed, *requests)
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		h := open(t, dsn)
		n := *requests / 2
		o := h.interrogate(t, "consignor", "acme", n)
		t.Logf("%d requests: %d answered, %d rows, %d breaches", n, o.granted, o.rows, o.breached)
		for _, breach := range o.breaches {
			t.Error(breach)
		}
		if o.granted < n/4 || o.rows < n/10 {
			t.Errorf("only %d of the requests were answered, with %d rows: they prove too little", o.granted, o.rows)
		}

		h.besiege(t)
		control := h.interrogate(t, auth.BackOffice, "admin", controls)
		if control.breached == 0 {
			t.Error("the same questions find nothing as the back office: the test is blind")
		}
		t.Logf("control: %d of %d requests of the back office met foreign records", control.breached, controls)
	})
}
