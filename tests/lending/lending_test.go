package lending_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/httpapi"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/metadata"
)

// shared is what every product takes of metadata; of the folder base the files of
// goods' places and owners are left out.
var shared = []string{
	"base", "i18n", "element/code.element.json", "element/name.element.json", "element/enabled.element.json", "element/remark.element.json", "element/status.element.json",
	"dropdown/language.dropdown.json", "dropdown/sign_required.dropdown.json",
}

var leftOut = []string{"base/user/user_place.table.json", "base/user/user_import.mapping.json", "base/setting/numbers_per_owner.setting.json"}

// lending is the product: what is shared, with its own files over it. It has no plugin.
func lending(t *testing.T) app.Product {
	t.Helper()
	schemas, err := metadata.Schemas()
	files := fstest.MapFS{}
	for _, name := range shared {
		err = errors.Join(err, lay(files, metadata.Files, name))
	}
	for _, name := range leftOut {
		delete(files, name)
	}
	if err = errors.Join(err, lay(files, os.DirFS("metadata"), ".")); err != nil {
		t.Fatal(err)
	}
	return app.Product{Schemas: schemas, Sources: []meta.Source{{Name: "lending", Layer: meta.LayerBase, FS: files}}}
}

func lay(into fstest.MapFS, from fs.FS, root string) error {
	return fs.WalkDir(from, root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(from, name)
		into[name] = &fstest.MapFile{Data: text}
		return err
	})
}

// shed is the product as a test begins with it.
var shed apptest.Beginning

// person is somebody at work.
type person struct {
	*testing.T
	server  *apptest.Server
	session *apptest.Session
	station string
	task    int64
	seq     int
}

func each(t *testing.T, run func(t *testing.T, server *apptest.Server, as func(account string) *person)) {
	t.Helper()
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		server := shed.Start(t, dsn, lending(t), os.DirFS("seeds"))
		run(t, server, func(account string) *person {
			return &person{T: t, server: server, session: server.Login(t, "user", account)}
		})
	})
}

// TestItsOwnTestsPass runs the tests that stand in the metadata of the product.
func TestItsOwnTestsPass(t *testing.T) {
	each(t, func(t *testing.T, server *apptest.Server, _ func(string) *person) {
		results, err := server.Prover().Run(t.Context(), server.Catalog.Current())
		if err != nil {
			t.Fatal(err)
		}
		var ran []string
		for _, one := range httpapi.NewTexts(server.Catalog).Tests(results, "en") {
			ran = append(ran, one.Key)
			if !one.Passed {
				t.Errorf("%s at %s: %s", one.Key, one.Step, one.Message)
			}
		}
		slices.Sort(ran)
		if want := []string{"loan_counter", "loan_undone", "loan_way", "repair_way", "role_code"}; !slices.Equal(ran, want) {
			t.Errorf("ran %v, want %v", ran, want)
		}
	})
}

func (p *person) call(path string, body any) apptest.Answer {
	p.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		p.Fatal(err)
	}
	return p.server.Do(p, apptest.Call{Path: "/api/" + path, Body: string(text), As: p.session})
}

func (p *person) ask(path string, body, into any) {
	p.Helper()
	answer := p.call(path, body)
	if !answer.Result {
		p.Fatalf("%s: %s", path, answer.Text)
	}
	answer.Into(p, into)
}

type row = map[string]any

// idOf finds the one record with a value in a field.
func (p *person) idOf(table, field, value string) any {
	p.Helper()
	var page struct{ Rows []row }
	p.ask("data/"+table+"/query", row{"filter": row{"field": field, "op": "eq", "value": value}}, &page)
	if len(page.Rows) != 1 {
		p.Fatalf("%d rows of %s with %s %s", len(page.Rows), table, field, value)
	}
	return page.Rows[0]["id"]
}

// loan makes a draft of a loan, and gives its number.
func (p *person) loan(borrower string, tools ...string) string {
	p.Helper()
	var lines []row
	for _, code := range tools {
		lines = append(lines, row{"tool_id": p.idOf("tool", "code", code)})
	}
	var made struct {
		DocNo string `json:"doc_no"`
	}
	p.ask("data/loan/save", row{"borrower_id": p.idOf("borrower", "code", borrower), "lines": lines}, &made)
	return made.DocNo
}

// screen is what a station shows and answers.
type screen struct {
	Session int64
	Results []struct{ Code, Message string }
	Screen  struct {
		Step, Prompt string
		Target       []struct{ Label, Value string }
		List         []struct{ Code, Label string }
	}
}

// shows is what the screen says of the record, and the choices that it gives.
func (s *screen) shows() string {
	var all []string
	for _, target := range s.Screen.Target {
		all = append(all, target.Label+": "+target.Value)
	}
	for _, choice := range s.Screen.List {
		all = append(all, "["+choice.Label+"]")
	}
	return strings.Join(all, ", ")
}

func (p *person) begin(station string) {
	p.Helper()
	var s screen
	p.ask("station/"+station+"/start", row{}, &s)
	p.station, p.task, p.seq = station, s.Session, 0
}

// give gives an input, and wants the step that follows and the code of the refusal that
// it meets; "" for none.
func (p *person) give(kind, value, step, refusal string) *screen {
	p.Helper()
	p.seq++
	s := &screen{}
	p.ask("station/"+p.station+"/input", row{"session": p.task, "inputs": []row{{"seq": p.seq, "kind": kind, "value": value}}}, s)
	if got := s.Results[0]; got.Code != refusal || s.Screen.Step != step {
		p.Errorf("%s %s leads to %s with %q %s, want %s with %q", kind, value, s.Screen.Step, got.Code, got.Message, step, refusal)
	}
	return s
}

// is wants a tool to be in a state.
func (p *person) is(code, state string) {
	p.Helper()
	var page struct{ Rows []row }
	p.ask("data/tool/query", row{"filter": row{"field": "code", "op": "eq", "value": code}}, &page)
	if len(page.Rows) != 1 || page.Rows[0]["status"] != state {
		p.Errorf("%s: %v, want it %s", code, page.Rows, state)
	}
}

// TestALoanGoesOverTheCounter lends by a number, takes back by a tool, and undoes both.
func TestALoanGoesOverTheCounter(t *testing.T) {
	each(t, func(_ *testing.T, _ *apptest.Server, as func(string) *person) {
		clerk := as("clerk")
		number := clerk.loan("B1", "T-001", "T-003")
		clerk.begin("counter")
		clerk.give("scan", "nothing", "code", "station.code_unknown")
		clerk.give("scan", "T-002", "code", "station.code_unknown") // a tool that is on no loan
		opened := clerk.give("scan", number, "act", "")
		if got := opened.shows(); !strings.HasPrefix(got, "Borrower: B1 Bea, Status: Draft, Due: 20") || !strings.HasSuffix(got, ", [Lend]") || !strings.HasPrefix(opened.Screen.Prompt, number) {
			clerk.Errorf("the counter shows %q under %q", got, opened.Screen.Prompt)
		}
		lent := clerk.give("key", "lend", "code", "")
		if got, want := lent.Results[0].Message, "Lend: "+number; got != want {
			clerk.Errorf("told is %q, want %q", got, want)
		}
		clerk.is("T-001", "out")
		clerk.is("T-003", "out")
		clerk.give("undo", "", "act", "")
		clerk.is("T-001", "here")
		clerk.give("key", "lend", "code", "")
		clerk.give("scan", "T-003", "act", "") // the tool leads on to its loan
		clerk.give("key", "take_back", "code", "")
		clerk.is("T-003", "here")
		clerk.give("scan", number, "code", "station.nothing_to_do")
		clerk.give("undo", "", "act", "")
		clerk.is("T-003", "out")
		clerk.give("button", "back", "code", "")
	})
}

// TestAnInputCountsOnce repeats the input that lends.
func TestAnInputCountsOnce(t *testing.T) {
	each(t, func(_ *testing.T, _ *apptest.Server, as func(string) *person) {
		clerk := as("clerk")
		number := clerk.loan("B1", "T-001")
		clerk.begin("counter")
		clerk.give("scan", number, "act", "")
		clerk.give("key", "lend", "code", "")
		clerk.seq--
		clerk.give("key", "lend", "code", "")
		clerk.is("T-001", "out")
	})
}

// TestACodeOfSeveralLoansAsks scans a tool that two drafts name, and lends only once.
func TestACodeOfSeveralLoansAsks(t *testing.T) {
	each(t, func(_ *testing.T, _ *apptest.Server, as func(string) *person) {
		clerk := as("clerk")
		first, second := clerk.loan("B1", "T-001"), clerk.loan("B1", "T-001")
		clerk.begin("counter")
		asked := clerk.give("scan", "T-001", "choose", "")
		at := slices.IndexFunc(asked.Screen.List, func(c struct{ Code, Label string }) bool { return c.Label == first })
		if len(asked.Screen.List) != 2 || at < 0 {
			clerk.Fatalf("asked are %v", asked.Screen.List)
		}
		clerk.give("key", asked.Screen.List[at].Code, "act", "")
		clerk.give("scan", second, "act", "") // another code instead of an action
		clerk.give("key", "lend", "code", "")
		clerk.give("scan", first, "act", "")
		clerk.give("key", "lend", "act", "document.wrong_state") // the tool is out by now
	})
}

// TestRefusalsSayWhatToDo lends to who is blocked; the refusal is in the clerk's language.
func TestRefusalsSayWhatToDo(t *testing.T) {
	each(t, func(_ *testing.T, _ *apptest.Server, as func(string) *person) {
		clerk := as("clerk")
		number := clerk.loan("B2", "T-001")
		clerk.begin("counter")
		clerk.give("scan", number, "act", "")
		refused := clerk.give("key", "lend", "act", "record.said")
		if got := refused.Results[0].Message; !strings.Contains(got, "The borrower is blocked") {
			clerk.Errorf("told is %q", got)
		}
		clerk.is("T-001", "here")
	})
}

// TestTheBenchKeepsWhatIsDone takes a tool in and repairs it; the station names no way
// back. She reads Spanish.
func TestTheBenchKeepsWhatIsDone(t *testing.T) {
	each(t, func(_ *testing.T, _ *apptest.Server, as func(string) *person) {
		wanda := as("workshop")
		var repair struct {
			DocNo string `json:"doc_no"`
		}
		wanda.ask("data/repair/save", row{"tool_id": wanda.idOf("tool", "code", "T-002"), "trouble": "check"}, &repair)
		wanda.begin("bench")
		opened := wanda.give("scan", repair.DocNo, "act", "")
		if got, want := opened.shows(), "Herramienta: T-002 Table saw, Avería: Revisión periódica, [Abrir]"; got != want {
			wanda.Errorf("the bench shows %q, want %q", got, want)
		}
		wanda.give("key", "open", "code", "")
		wanda.is("T-002", "workshop")
		wanda.give("undo", "", "code", "station.act_stays")
		wanda.give("scan", repair.DocNo, "act", "")
		wanda.give("key", "finish", "code", "")
		wanda.is("T-002", "here")
	})
}

// TestAnAuditorMayNotLend has the right to the station and none to the action, and sees
// no telephone number.
func TestAnAuditorMayNotLend(t *testing.T) {
	each(t, func(_ *testing.T, _ *apptest.Server, as func(string) *person) {
		number := as("clerk").loan("B1", "T-001")
		auditor := as("auditor")
		auditor.begin("counter")
		auditor.give("scan", number, "code", "station.nothing_to_do")
		answer := auditor.call("data/loan/act", row{"name": "lend", "id": auditor.idOf("loan", "doc_no", number)})
		if answer.Result || answer.StatusCode != 423 {
			auditor.Errorf("the auditor lends: %s", answer.Text)
		}
		if answer := auditor.call("data/loan/save", row{"borrower_id": auditor.idOf("borrower", "code", "B1")}); answer.Result {
			auditor.Errorf("the auditor makes a loan: %s", answer.Text)
		}
		if answer := auditor.call("data/borrower/query", row{}); !answer.Result || strings.Contains(answer.Text, "555") {
			auditor.Errorf("the auditor reads %s", answer.Text)
		}
		auditor.is("T-001", "here")
	})
}

// TestAHelperTakesBackOnly holds one action of the counter: the others, and that which
// takes it back, are refused him.
func TestAHelperTakesBackOnly(t *testing.T) {
	each(t, func(_ *testing.T, _ *apptest.Server, as func(string) *person) {
		clerk := as("clerk")
		number := clerk.loan("B1", "T-001")
		clerk.ask("data/loan/act", row{"name": "lend", "id": clerk.idOf("loan", "doc_no", number)}, &row{})
		helper := as("helper")
		helper.begin("counter")
		if got := helper.give("scan", number, "act", "").shows(); !strings.HasSuffix(got, ", [Take back]") || strings.Contains(got, "[Lend]") {
			helper.Errorf("the counter shows %q", got)
		}
		helper.give("key", "lend", "act", "right.missing")
		helper.give("key", "take_back", "code", "")
		helper.give("undo", "", "code", "right.missing")
		helper.is("T-001", "here")
	})
}

// TestTheWorkshopSeesWhatIsInTheHouse holds the rule of its role, and that it has no
// right to loans.
func TestTheWorkshopSeesWhatIsInTheHouse(t *testing.T) {
	each(t, func(_ *testing.T, _ *apptest.Server, as func(string) *person) {
		clerk := as("clerk")
		number := clerk.loan("B1", "T-001")
		clerk.ask("data/loan/act", row{"name": "lend", "id": clerk.idOf("loan", "doc_no", number)}, &row{})
		wanda := as("workshop")
		if answer := wanda.call("data/tool/query", row{}); strings.Contains(answer.Text, "T-001") || !strings.Contains(answer.Text, "T-002") {
			wanda.Errorf("the workshop sees %s", answer.Text)
		}
		if answer := wanda.call("data/loan/query", row{}); answer.Result {
			wanda.Errorf("the workshop reads loans: %s", answer.Text)
		}
	})
}

// TestALoanIsOverdueByItsDate lets the date of a loan pass: no state says so, its record
// does, by which its badge goes.
func TestALoanIsOverdueByItsDate(t *testing.T) {
	each(t, func(_ *testing.T, _ *apptest.Server, as func(string) *person) {
		clerk := as("clerk")
		id := clerk.idOf("loan", "doc_no", clerk.loan("B1", "T-001"))
		clerk.ask("data/loan/act", row{"name": "lend", "id": id}, &row{})
		for due, overdue := range map[string]bool{"2199-12-31": false, "2020-01-31": true} {
			var loan row
			clerk.ask("data/loan/get", row{"id": id}, &loan)
			clerk.ask("data/loan/save", row{"id": id, "version": loan["version"], "due": due}, &loan)
			clerk.ask("data/loan/get", row{"id": id}, &loan)
			if loan["overdue"] != overdue {
				clerk.Errorf("due on %s the loan is overdue: %v, want %v", due, loan["overdue"], overdue)
			}
		}
	})
}

// TestHomeAndReportTellOfLoans looks at both before and after a loan.
func TestHomeAndReportTellOfLoans(t *testing.T) {
	each(t, func(_ *testing.T, _ *apptest.Server, as func(string) *person) {
		clerk := as("clerk")
		clerk.tells("home/get", row{}, "No loans are out")
		number := clerk.loan("B1", "T-001", "T-002", "T-003")
		clerk.ask("data/loan/act", row{"name": "lend", "id": clerk.idOf("loan", "doc_no", number)}, &row{})
		clerk.tells("home/get", row{}, "1 loan is out")
		var report struct{ Rows []row }
		clerk.ask("report/loans_by_kind/query", row{}, &report)
		lent := map[string]string{}
		for _, line := range report.Rows {
			lent[fmt.Sprint(line["tool_id.kind_id__label"])] = fmt.Sprint(line["tools"])
		}
		if len(lent) != 2 || lent["SAW Saws"] != "2" || lent["DRILL Drills"] != "1" {
			clerk.Errorf("the report says %v", report.Rows)
		}
	})
}

func (p *person) tells(path string, body any, want string) {
	p.Helper()
	if answer := p.call(path, body); !answer.Result || !strings.Contains(answer.Text, want) {
		p.Errorf("%s tells %s, want %q", path, answer.Text, want)
	}
}
