package exchange

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
)

const waybills = "Consignor,Warehouse,Port,External number,Receiver,Phone,Address,Name of the goods,Quantity,Declared price\n" +
	"ACME,SH1,HGH,UP-1,Ana,13900000001,Reforma 1,Scarf,1,20\nACME,SH1,HGH,UP-2,Bea,13900000002,Reforma 2,Scarf,2,20\n"

// batch is an imported file as a list shows it.
type batch struct {
	ID                                  int64
	Status, FileName, What, Why, Errors string
	Read, OK, Failed, Made, Changed     int
}

// batches are the imported files that a person sees, the newest first.
func (d *desk) batches(as *apptest.Session) (all []batch) {
	d.Helper()
	var page struct{ Rows []map[string]any }
	d.Ask(d, as, "/api/data/import_batch/query", map[string]any{"sort": []string{"-id"}, "fields": []string{
		"status", "file_name", "what", "why", "errors_file", "rows_read", "rows_ok", "rows_failed", "made", "changed",
	}}, &page)
	for _, row := range page.Rows {
		text := func(key string) string { s, _ := row[key].(string); return s }
		count := func(key string) int { n, _ := row[key].(float64); return int(n) }
		all = append(all, batch{
			int64(count("id")), text("status"), text("file_name"), text("what"), text("why"), text("errors_file"),
			count("rows_read"), count("rows_ok"), count("rows_failed"), count("made"), count("changed"),
		})
	}
	return all
}

// bring has a person import a file, and waits.
func (d *desk) bring(as *apptest.Session, mapping, text string) work {
	d.Helper()
	answer := d.Do(d, upload(d.T, as, "/api/import/"+mapping, nil, text))
	var asked struct{ Job int64 }
	answer.Into(d, &asked)
	done := d.wait(as, asked.Job)
	for range 200 { // the row of a file that could not be read is closed behind its job
		if now := d.batches(as)[0].Status; now != "waiting" && now != "running" {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	return done
}

func eachRunning(t *testing.T, run func(d *desk, admin *apptest.Session)) {
	eachDesk(t, func(d *desk) {
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go d.Server.Run(ctx)
		run(d, d.Login(d, "user", "admin"))
	})
}

// TestAFileIsTakenBackWhole imports waybills, finds them by their file, and takes them
// back; of a file with one parcel that was received, none goes.
func TestAFileIsTakenBackWhole(t *testing.T) {
	eachRunning(t, func(d *desk, admin *apptest.Session) {
		before := d.count("waybill")
		d.bring(admin, "waybill_import", waybills)
		file := d.batches(admin)[0]
		if file.Status != "done" || file.Read != 2 || file.OK != 2 || file.Made != 2 || !strings.Contains(file.What, "Import waybills") {
			t.Fatalf("%+v", file)
		}
		filter := fmt.Sprintf(`{"filter": {"field": "upload_id", "op": "eq", "value": %d}}`, file.ID)
		var found struct{ Rows []struct{ ID int64 } }
		d.Do(d, callAs(admin, "/api/data/waybill/query", filter)).Into(d, &found)
		if len(found.Rows) != 2 {
			t.Fatalf("the file has %d waybills", len(found.Rows))
		}
		d.Ask(d, admin, "/api/data/waybill/act", map[string]any{"name": "receive", "ids": []int64{found.Rows[0].ID}}, nil)
		back := fmt.Sprintf(`{"name": "roll_back", "ids": [%d]}`, file.ID)
		if refused := d.Do(d, callAs(admin, "/api/data/import_batch/act", back)); refused.Result || !strings.Contains(refused.Text, "1 of 2 records is past Announced") {
			t.Errorf("with a parcel received: %s", refused.Text)
		}
		if d.count("waybill") != before+2 {
			t.Error("some of them went all the same")
		}

		d.bring(admin, "waybill_import", strings.NewReplacer("UP-1", "UP-3", "UP-2", "UP-4").Replace(waybills))
		file = d.batches(admin)[0]
		back = fmt.Sprintf(`{"name": "roll_back", "ids": [%d]}`, file.ID)
		if done := d.Do(d, callAs(admin, "/api/data/import_batch/act", back)); !done.Result || d.count("waybill") != before+2 {
			t.Errorf("not taken back: %s", done.Text)
		}
		if now := d.batches(admin)[0]; now.Status != "rolled_back" {
			t.Errorf("it is %s", now.Status)
		}
		if again := d.Do(d, callAs(admin, "/api/data/import_batch/act", back)); again.Result {
			t.Error("taken back twice")
		}
	})
}

// TestAFileThatChangedOthersIsNotTakenBack: what a waybill was before nobody kept.
func TestAFileThatChangedOthersIsNotTakenBack(t *testing.T) {
	eachRunning(t, func(d *desk, admin *apptest.Session) {
		d.bring(admin, "waybill_import", waybills)
		d.bring(admin, "waybill_import", waybills+"ACME,SH1,HGH,UP-5,Eva,13900000005,Reforma 5,Scarf,1,20\n")
		file := d.batches(admin)[0]
		if file.Made != 1 || file.Changed != 2 {
			t.Fatalf("%+v", file)
		}
		back := fmt.Sprintf(`{"name": "roll_back", "ids": [%d]}`, file.ID)
		if refused := d.Do(d, callAs(admin, "/api/data/import_batch/act", back)); refused.Result || !strings.Contains(refused.Text, "also changed 2") {
			t.Errorf("%s", refused.Text)
		}
	})
}

// TestAFileOfErrorsIsKept has files that fail in part, as a whole, and before they are
// read; each is told with its rows, and its errors stand in a file.
func TestAFileOfErrorsIsKept(t *testing.T) {
	eachRunning(t, func(d *desk, admin *apptest.Session) {
		d.bring(admin, "waybill_import", waybills+"NOBODY,SH1,HGH,UP-6,Eva,139,Reforma 6,Scarf,1,20\n")
		if file := d.batches(admin)[0]; file.Status != "refused" || file.Read != 3 || file.OK != 0 || file.Failed != 1 || file.Errors == "" {
			t.Errorf("with a wrong row: %+v", file)
		}
		d.bring(admin, "waybill_import", "Nonsense\n1\n")
		if file := d.batches(admin)[0]; file.Status != "broken" || !strings.Contains(file.Why, "column") {
			t.Errorf("without its columns: %+v", file)
		}
		lead := d.Login(d, "user", "lead")
		if answer := d.Do(d, callAs(lead, "/api/data/import_batch/query", "{}")); answer.Result {
			t.Errorf("who may not see files sees them: %s", answer.Text)
		}
	})
}

// TestWhatWasChosenForHeadingsIsLearned previews a file with foreign headings, chooses,
// and previews another file: the choices come back, to who chose; a person may change and
// forget them.
func TestWhatWasChosenForHeadingsIsLearned(t *testing.T) {
	eachDesk(t, func(d *desk) {
		admin, lead := d.Login(d, "user", "admin"), d.Login(d, "user", "lead")
		look := func(as *apptest.Session, columns string) string {
			members := map[string]string{}
			if columns != "" {
				members["columns"] = columns
			}
			return d.Do(d, upload(d.T, as, "/api/import/product_import/preview", members, "物料号,客户,Name\nX-1,ACME,Nail\n")).Text
		}
		if text := look(admin, ""); !strings.Contains(text, `"columns":[]`) {
			t.Errorf("before: %s", text)
		}
		look(admin, `[{"cell": 0, "field": "sku"}, {"cell": 1, "field": "consignor_id.code"}]`)
		if text := look(admin, ""); !strings.Contains(text, `"columns":[{"cell":0,"field":"sku"},{"cell":1,"field":"consignor_id.code"}]`) {
			t.Errorf("learned: %s", text)
		}
		if text := look(lead, ""); !strings.Contains(text, `"columns":[]`) {
			t.Errorf("another person: %s", text)
		}
		id := d.id("import_heading", "heading = '物料号'")
		change := func(to string) apptest.Answer {
			return d.Do(d, callAs(admin, "/api/data/import_heading/save", fmt.Sprintf(`{"id": %d, "column_key": %q}`, id, to)))
		}
		if answer := change("nonsense"); answer.Result || !strings.Contains(answer.Text, "nonsense") {
			t.Errorf("%s", answer.Text)
		}
		if answer := change("名称"); !answer.Result || !strings.Contains(answer.Text, `"column_key":"name"`) {
			t.Errorf("%s", answer.Text)
		}
		if text := look(admin, `[]`); !strings.Contains(text, `"columns":[]`) || d.count("import_heading") != 0 {
			t.Errorf("forgotten: %s, %d left", text, d.count("import_heading"))
		}
	})
}

// TestAnOwnerSeesTheFilesOfHisOwnPeople: neither the house's nor another owner's files are
// there for him, by list, by number or by the file itself; the house sees them all.
func TestAnOwnerSeesTheFilesOfHisOwnPeople(t *testing.T) {
	eachRunning(t, func(d *desk, admin *apptest.Session) {
		acme, globex := d.Login(d, "consignor", "acme"), d.Login(d, "consignor", "globex")
		const orders = "Warehouse,External number,Receiver,Phone,Country,City,Address,Product,Quantity\nSH1,%s,Ana,5512345678,MX,CDMX,Reforma 1,%s,1\n"
		d.bring(admin, "waybill_import", waybills)
		d.bring(acme, "sale_order_import", fmt.Sprintf(orders, "FILE-A", "AC-1001"))
		own := d.batches(acme)
		if len(own) != 1 || own[0].Status != "done" || own[0].OK != 1 {
			t.Fatalf("the owner sees %+v %s", own, d.Do(d, apptest.Call{Method: http.MethodGet, As: acme, Path: "/api/files/" + own[0].Errors}).Text)
		}
		if theirs := d.batches(globex); len(theirs) != 0 {
			t.Errorf("another owner sees %+v", theirs)
		}
		d.bring(globex, "sale_order_import", fmt.Sprintf(orders, "FILE-G", "nothing"))
		foreign := d.batches(globex)[0]
		if len(d.batches(acme)) != 1 || foreign.Errors == "" {
			t.Errorf("with a file of another owner: %+v %+v", d.batches(acme), foreign)
		}
		if all := d.batches(admin); len(all) != 3 {
			t.Errorf("the house sees %d files", len(all))
		}
		get := func(as *apptest.Session, id int64) bool {
			return d.Do(d, callAs(as, "/api/data/import_batch/get", fmt.Sprintf(`{"id": %d}`, id))).Result
		}
		if !get(acme, own[0].ID) || get(acme, foreign.ID) || get(globex, own[0].ID) {
			t.Error("a file is got by its number by the wrong person")
		}
		if d.fetched(globex, foreign.Errors) != http.StatusOK || d.fetched(acme, foreign.Errors) == http.StatusOK {
			t.Error("the errors of a file are fetched by the wrong person")
		}
		for _, who := range []*apptest.Session{acme, globex} {
			if back := d.Do(d, callAs(who, "/api/data/import_batch/act", fmt.Sprintf(`{"name": "roll_back", "ids": [%d]}`, own[0].ID))); back.Result {
				t.Error("an owner takes a file back")
			}
		}
	})
}

// fetched is how the server answers who asks for a file that a record holds.
func (d *desk) fetched(as *apptest.Session, file string) int {
	d.Helper()
	return d.Do(d, apptest.Call{Method: http.MethodGet, As: as, Path: "/api/files/" + file}).Status
}
