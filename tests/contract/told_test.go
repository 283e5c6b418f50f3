package contract

import (
	"encoding/json"
	"strconv"
	"testing"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/tests/world"
)

// TestASaveAnswersAsGetDoes: whether a save tells its record from memory or reads it again,
// nobody can tell, in any table of the product. Records of the demo are saved as they are, and
// copied.
func TestASaveAnswersAsGetDoes(t *testing.T) {
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		server := world.Demo(t, dsn)
		d := &teller{t: t, Server: server, as: server.Login(t, "user", world.Administrator)}
		for _, table := range meta.Sorted(server.Catalog.Current().Tables) {
			if table.Head == nil && table.Meta.OfPeople() {
				d.table(table)
			}
		}
		t.Logf("%d saved as they were, %d copied", d.kept, d.copied)
		if d.kept < 100 || d.copied < 100 {
			t.Error("too few to say anything")
		}
	})
}

// TestASaveOfOneRecordIsThreeStatements: the record, its history, and the call with its answer.
func TestASaveOfOneRecordIsThreeStatements(t *testing.T) {
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		server := world.Demo(t, dsn)
		d := &teller{t: t, Server: server, as: server.Login(t, "user", world.Administrator)}
		brand, least := server.Catalog.Current().Tables["brand"], int64(100)
		for n := range 10 { // others may say something beside
			before := server.Said.Load()
			d.copied++
			if saved := d.ask(brand, "save", map[string]any{"code": "T" + strconv.Itoa(n), "name": "Told"}); !saved.Result {
				t.Fatal(saved.Text)
			}
			least = min(least, server.Said.Load()-before)
		}
		if least != 3 {
			t.Errorf("a save says %d statements", least)
		}
	})
}

type teller struct {
	*apptest.Server
	t            *testing.T
	as           *apptest.Session
	kept, copied int
}

func (d *teller) ask(table *catalog.Table, act string, body map[string]any) apptest.Answer {
	text, err := json.Marshal(body)
	if err != nil {
		d.t.Fatal(err)
	}
	return d.Do(d.t, apptest.Call{Path: "/api/data/" + table.Key + "/" + act, Body: string(text), As: d.as, Key: strconv.Itoa(d.kept+d.copied) + act + table.Key})
}

func (d *teller) table(table *catalog.Table) {
	var page struct {
		Rows []struct {
			ID int64 `json:"id"`
		} `json:"rows"`
	}
	answer := d.ask(table, "query", map[string]any{"size": 3, "fields": []string{"id"}})
	if !answer.Result {
		return // nobody reads it by this door
	}
	answer.Into(d.t, &page)
	for n, row := range page.Rows {
		var record map[string]any
		got := d.ask(table, "get", map[string]any{"id": row.ID})
		if json.Unmarshal(got.Data, &record) != nil || !got.Result {
			d.t.Errorf("get %s %d: %s", table.Key, row.ID, got.Text)
			continue
		}
		if d.same(table, map[string]any{"id": row.ID, "version": record["version"]}) {
			d.kept++
		}
		if d.same(table, copyOf(table, record, n)) {
			d.copied++
		}
	}
}

// same saves and compares, and reports whether it could be saved.
func (d *teller) same(table *catalog.Table, body map[string]any) bool {
	saved := d.ask(table, "save", body)
	if !saved.Result {
		return false
	}
	var record struct {
		ID int64 `json:"id"`
	}
	saved.Into(d.t, &record)
	if got := d.ask(table, "get", map[string]any{"id": record.ID}); string(got.Data) != string(saved.Data) {
		d.t.Errorf("%s: save answered\n%s\nand get\n%s", table.Key, saved.Data, got.Data)
	}
	return true
}

// copyOf is a new record like another one.
func copyOf(table *catalog.Table, record map[string]any, n int) map[string]any {
	body := map[string]any{}
	unique := map[*catalog.Field]bool{}
	for _, u := range table.Uniques {
		for _, f := range u.Fields {
			unique[f] = true
		}
	}
	for _, f := range table.Fields {
		text, isText := record[f.Key].(string)
		switch {
		case record[f.Key] == nil, f.System, f.Virtual, f.Meta.Readonly, f.Meta.Derived(), f.CodeRule != nil, f == table.HeadField, f.Key == "line_no":
		case unique[f] && isText && f.To == nil && f.Dropdown == nil:
			body[f.Key] = text + "C" + strconv.Itoa(n)
		default:
			body[f.Key] = record[f.Key]
		}
	}
	for _, set := range table.Sets {
		lines, _ := record[set.Key].([]any)
		copied := make([]any, 0, len(lines))
		for _, line := range lines {
			copied = append(copied, copyOf(set.Table, line.(map[string]any), n))
		}
		body[set.Key] = copied
	}
	return body
}
