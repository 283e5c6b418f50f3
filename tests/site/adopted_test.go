package site

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/exchange"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/tests/world"
)

// adopted is a folder over a table of another program: the table, a list, a report and their
// entries in the menu.
var adopted = fstest.MapFS{
	"rate.menu.json": {Data: []byte(`{"kind": "menu", "key": "rate", "title": {"zh": "费率", "en": "Rates", "es": "Tarifas"}, "order": 5, "items": [
		{"key": 990001, "parent": 110, "route": "/outbound/rate", "title": {"zh": "费率", "en": "Rates", "es": "Tarifas"}, "screen": "list:rate"},
		{"key": 990002, "parent": 110, "route": "/outbound/rate-sum", "title": {"zh": "费率合计", "en": "Sum of rates", "es": "Suma de tarifas"}, "screen": "report:rate_sum"}]}`)},
	"rate.table.json": {Data: []byte(`{"kind": "table", "key": "rate", "title": {"zh": "费率", "en": "Rate", "es": "Tarifa"}, "label": ["name"],
		"adopted": {"from": "legacy_rate", "key": "id", "columns": {"rate": "per_kg"}},
		"fields": [
			{"key": "name", "type": "text", "title": {"zh": "名称", "en": "Name", "es": "Nombre"}},
			{"key": "rate", "type": "decimal", "scale": 3, "title": {"zh": "单价", "en": "Per kg", "es": "Por kg"}}]}`)},
	"rate.list.json": {Data: []byte(`{"kind": "list", "key": "rate", "title": {"zh": "费率", "en": "Rates", "es": "Tarifas"}, "table": "rate",
		"columns": [{"key": "name"}, {"key": "rate", "total": true}], "filters": [{"key": "name"}], "sort": ["name"]}`)},
	"rate_sum.report.json": {Data: []byte(`{"kind": "report", "key": "rate_sum", "title": {"zh": "费率合计", "en": "Sum of rates", "es": "Suma de tarifas"}, "table": "rate",
		"group": [{"key": "name"}], "sort": ["name"],
		"measures": [{"key": "rate", "field": "rate", "fn": "sum", "title": {"zh": "单价", "en": "Per kg", "es": "Por kg"}, "total": true}]}`)},
}

// TestAnAdoptedTableIsOfUseInTheProduct lists, adds up and exports what another program
// wrote, refuses every act on it, and says which table is gone when it is.
func TestAnAdoptedTableIsOfUseInTheProduct(t *testing.T) {
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		d := &dock{T: t, server: world.Demo(t, dsn)}
		d.admin = d.server.Login(t, "user", "admin")
		d.elsewhere("create table legacy_rate (id integer primary key, name varchar(40), per_kg numeric(9,3))",
			"insert into legacy_rate values (1, 'near', 1.25), (2, '=far', 2.5)")
		d.publish(adopted)
		d.runJobs()

		var rows struct {
			Rows []struct {
				Name string
				Rate float64
			}
		}
		answer := d.ask("data/rate/query", m{"view": "rate", "sort": []string{"id"}})
		if answer.Into(t, &rows); len(rows.Rows) != 2 || rows.Rows[0].Rate != 1.25 {
			t.Errorf("the list has %s", answer.Text)
		}
		var sums struct{ Totals struct{ Rate float64 } }
		answer = d.ask("report/rate_sum/query", m{"params": m{}})
		if answer.Into(t, &sums); sums.Totals.Rate != 3.75 {
			t.Errorf("the report says %s", answer.Text)
		}
		if got, want := d.exported(), "Name,Per kg\nnear,1.25\n'=far,2.5\n"; got != want {
			t.Errorf("exported %q, want %q", got, want)
		}
		for door, body := range map[string]m{
			"save":   {"id": 1, "version": 1, "name": "other"},
			"upsert": {"key": []string{"name"}, "row": m{"name": "near", "rate": 2}},
			"delete": {"ids": []int{1}},
			"act":    {"name": "delete", "ids": []int{1}},
			"attach": {"id": 1, "files": []string{"x"}},
		} {
			if refused := d.ask("data/rate/"+door, body); refused.Result || refused.StatusCode >= 500 {
				t.Errorf("%s: %d %s", door, refused.StatusCode, refused.Text)
			}
		}

		d.elsewhere("drop table legacy_rate")
		const gone = "legacy_rate"
		if lost := d.ask("data/rate/query", m{"view": "rate"}); lost.Result || !strings.Contains(lost.Text, gone) {
			t.Errorf("the list of a lost table: %s", lost.Text)
		}
		if told := d.failedExport(); !strings.Contains(told, `"record.adopted_lost"`) || !strings.Contains(told, gone) {
			t.Errorf("the export of a lost table: %s", told)
		}
	})
}

// exported is the table as a file.
func (d *dock) exported() string {
	d.Helper()
	ask := exchange.Export{Table: "rate", List: "rate", Format: exchange.FormatCSV, Language: "en", Actor: auth.System("test")}
	content, _, err := d.server.Exchange.Export(d.Context(), ask, func(int) error { return nil })
	if err != nil {
		d.Fatal(err)
	}
	return strings.TrimPrefix(string(content), "\ufeff")
}

// failedExport asks for the table as a file and gives why there is none.
func (d *dock) failedExport() (failure string) {
	d.Helper()
	var asked struct{ Job int64 }
	d.ask("data/rate/export", m{"format": "csv"}).Into(d, &asked)
	for range 2400 {
		err := d.server.DB.Read(d.Context(), func(ctx context.Context, tx *store.Tx) error {
			return tx.Get(ctx, &failure, "select failure from job where id = ?", asked.Job)
		})
		if err != nil {
			d.Fatal(err)
		}
		if failure != "" {
			return failure
		}
		time.Sleep(50 * time.Millisecond)
	}
	d.Fatal("the export does not fail")
	return ""
}

// elsewhere does statements of the other program.
func (d *dock) elsewhere(statements ...string) {
	d.Helper()
	err := d.server.DB.Alter(d.Context(), func(ctx context.Context, tx *store.Tx) error {
		for _, statement := range statements {
			if _, err := tx.Exec(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		d.Fatal(err)
	}
}

// runJobs has the server work until the test ends.
func (d *dock) runJobs() {
	ctx, stop := context.WithCancel(d.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		d.server.Run(ctx)
	}()
	d.Cleanup(func() {
		stop()
		<-ended
	})
}
