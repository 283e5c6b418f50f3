package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/mail"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/printing/spool"
	"github.com/wareloom/wareloom/engine/report"
)

// TestADayIsThatOfThePlaceWhereOneWorks, else that of the house, else that of the server; a
// zone that there is not counts as none.
func TestADayIsThatOfThePlaceWhereOneWorks(t *testing.T) {
	t.Parallel()
	at := func(z *zone, name any) string {
		return z.of(t.Context(), auth.Actor{Values: map[string]any{auth.ZoneValue: name}}).String()
	}
	z := &zone{}
	if got := at(z, nil); got != time.Local.String() {
		t.Errorf("without a setting it is %s", got)
	}
	lima, err := time.LoadLocation("America/Lima")
	if err != nil {
		t.Fatal(err)
	}
	z.known.Store(lima)
	for name, want := range map[any]string{nil: "America/Lima", "Asia/Shanghai": "Asia/Shanghai", "Nowhere/None": "America/Lima", 7: "America/Lima"} {
		for range 2 { // the second time it is known
			if got := at(z, name); got != want {
				t.Errorf("%v: %s, want %s", name, got, want)
			}
		}
	}
}

// TestAReportThatComesByLetterIsNamedWithItsDays, one of them where it is one day.
func TestAReportThatComesByLetterIsNamedWithItsDays(t *testing.T) {
	t.Parallel()
	answer := &report.Answer{Title: "Sales", Days: map[string]report.Days{"b": {"2026-07-01", "2026-07-31"}, "a": {"2026-07-15", "2026-07-15"}}}
	if got := titleOf(answer); got != "Sales 2026-07-15 2026-07-01 – 2026-07-31" {
		t.Errorf("it is named %s", got)
	}
	if got := answer.Days["a"]; got != (report.Days{"2026-07-15", "2026-07-15"}) {
		t.Errorf("its days became %v", got)
	}
	if got := wordsOfFacts([]report.Fact{{Title: "Kind", Words: "plain"}, {Title: "Day", Words: "today"}}); got != "Kind: plain\nDay: today\n" {
		t.Errorf("it tells %q", got)
	}
	if got := sizeOf([]mail.File{{Content: []byte("abc")}, {Content: []byte("de")}}); got != 5 {
		t.Errorf("its files have %d bytes", got)
	}
}

// TestWhyAJobFailedIsAKeyWithItsParams; what is no fault has the words of all others.
func TestWhyAJobFailedIsAKeyWithItsParams(t *testing.T) {
	t.Parallel()
	known, err := json.Marshal(fault.New(fault.Conflict, "stock.short", "qty", 2))
	if err != nil {
		t.Fatal(err)
	}
	for failure, want := range map[string]string{string(known): `stock.short {"qty":2}`, "panic: nil": "job.failed ", `{"params": {"qty": 2}}`: "job.failed ", "": "job.failed "} {
		if key, params := reasonOf(failure); key+" "+params != want {
			t.Errorf("%s is told as %s %s, want %s", failure, key, params, want)
		}
	}
}

// TestTheEndOfAJobNamesWhatItWasAbout: a mapping, else a table, else nothing; and leads to it.
func TestTheEndOfAJobNamesWhatItWasAbout(t *testing.T) {
	t.Parallel()
	title := func(text string) meta.Text { return meta.Text{"en": text} }
	release := &catalog.Release{
		Mappings: map[string]*catalog.Mapping{"orders": {Meta: &meta.Mapping{Object: meta.Object{Title: title("Orders")}}}},
		Tables:   map[string]*catalog.Table{"item": {Meta: &meta.Table{Object: meta.Object{Title: title("Items")}}}},
	}
	for arguments, want := range map[string]string{
		`{"mapping": "orders", "table": "item"}`: "Orders", `{"table": "item"}`: "Items", `{"mapping": "gone", "table": "item"}`: "Items", `{"table": "gone"}`: "", `{`: "",
	} {
		told := jobNotice(release, &job.Job{ID: 12, Kind: spool.JobRender, State: job.Done, Arguments: arguments, CreatedBy: 7, File: "f"})
		what, _ := told.Params["what"].(meta.Text)
		if what.In("en") != want || told.Key != "notice.paper_done" || told.Source != "job:12" || told.File != "f" || len(told.Users) != 1 || told.Users[0] != 7 {
			t.Errorf("%s: %+v, want %q", arguments, told, want)
		}
	}
}

// TestTheReportOfInvariantsTellsEachRow that breaks one, and is sound only where all hold.
func TestTheReportOfInvariantsTellsEachRow(t *testing.T) {
	t.Parallel()
	r := Report{OK: true}
	r.add(InvariantReport{Key: "a.holds"})
	if !r.OK || !r.Invariants[0].OK {
		t.Errorf("one that holds: %+v", r)
	}
	r.add(InvariantReport{Key: "b.broken", Breaches: append(breachesOf([]string{"torn"}), plugin.Breach{ID: 7, Detail: "short"})})
	r.add(InvariantReport{Key: "c.holds"})
	if r.OK || r.Invariants[1].OK || !r.Invariants[2].OK {
		t.Errorf("one that is broken: %+v", r)
	}
	var out bytes.Buffer
	if err := r.Print(&out); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(strings.Fields(out.String()), " "); got != "a.holds ok b.broken BROKEN, 2 rows 0: torn 7: short c.holds ok" {
		t.Errorf("printed is %s", got)
	}
}

// TestWhatARoleIsGrantedIsRead: all, a menu with all its buttons, or with some.
func TestWhatARoleIsGrantedIsRead(t *testing.T) {
	t.Parallel()
	release := &catalog.Release{Menus: map[int]*meta.MenuItem{1: {ID: 1}, 11: {ID: 11, Parent: 1}, 12: {ID: 12, Parent: 11}, 2: {ID: 2}}}
	all, list, err := grants(json.RawMessage(`["*", 1, {"menu": 11, "buttons": ["delete"]}, {"menu": 2, "buttons": []}]`), release)
	if err != nil || !all || len(list) != 3 {
		t.Fatalf("%t %v (%v)", all, list, err)
	}
	for id, want := range map[int]struct {
		only    int // buttons; -1: all
		granted bool
		wholly  bool
	}{1: {-1, true, true}, 11: {1, true, false}, 12: {1, true, false}, 2: {0, true, false}, 3: {-1, false, false}} {
		only, granted := grantedBy(release, list, id)
		if granted != want.granted || (only == nil) != (want.only < 0) || len(only) != max(want.only, 0) || wholly(list, id) != want.wholly {
			t.Errorf("menu %d: buttons %v, granted %t, wholly %t", id, only, granted, wholly(list, id))
		}
	}
	for _, wrong := range []string{`"*"`, `[3]`, `["all"]`, `[{"menu": "1"}]`, `[{"menu": 9}]`} {
		if _, _, err := grants(json.RawMessage(wrong), release); err == nil {
			t.Errorf("%s is read", wrong)
		}
	}
}

// TestTheAccountsOfSeedsAreThoseThatMaySignIn, file by file.
func TestTheAccountsOfSeedsAreThoseThatMaySignIn(t *testing.T) {
	t.Parallel()
	accounts, err := SeededAccounts(fstest.MapFS{
		"020_b.json": {Data: []byte(`[{"table": "user", "login": true, "save": {"account": "bob", "user_type": "client"}}]`)},
		"010_a.json": {Data: []byte(`[{"table": "user", "login": true, "save": {"account": "ann", "user_type": "user"}}, {"table": "user", "save": {"account": "robot"}}]`)},
		"notes.txt":  {Data: []byte("no seed")},
	})
	if err != nil || len(accounts) != 2 || accounts[0] != (Account{UserType: "user", Name: "ann"}) || accounts[1] != (Account{UserType: "client", Name: "bob"}) {
		t.Errorf("accounts are %+v (%v)", accounts, err)
	}
	if _, err := SeededAccounts(fstest.MapFS{"a.json": {Data: []byte(`{`)}}); err == nil || !strings.Contains(err.Error(), "a.json") {
		t.Errorf("of a broken file: %v", err)
	}
}

// TestMomentsOfSeedsAreSoFarFromNow, those of lines too; the file's own row stays.
func TestMomentsOfSeedsAreSoFarFromNow(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 2, 27, 23, 30, 0, 0, time.UTC)
	s := &seeder{App: &App{config: Config{Now: func() time.Time { return now }}}}
	number := func(text string) map[string]any { return map[string]any{"now": json.Number(text)} }
	row := map[string]any{"at": number("45"), "before": number("-90"), "day": map[string]any{"day": json.Number("2")}, "kept": map[string]any{"code": "A"}, "text": "now", "lines": []any{map[string]any{"at": number("0")}, "x"}}
	timed := s.timed(row)
	line, _ := timed["lines"].([]any)
	if timed["at"] != "2026-02-28T00:15:00Z" || timed["before"] != "2026-02-27T22:00:00Z" || timed["day"] != "2026-03-01" || timed["text"] != "now" || len(line) != 2 || line[1] != "x" {
		t.Errorf("timed is %v", timed)
	}
	text, err := json.Marshal(line[0])
	if err != nil || string(text) != `{"at":"2026-02-27T23:30:00Z"}` {
		t.Errorf("a line is %s (%v)", text, err)
	}
	if _, is := row["at"].(map[string]any); !is {
		t.Error("the file's own row was changed")
	}
}

// TestAnAccountThatIsNotThereIsTold with what to do; other errors stay as they are.
func TestAnAccountThatIsNotThereIsTold(t *testing.T) {
	t.Parallel()
	n, other := Account{UserType: "user", Name: "ann"}, errors.New("torn")
	if err := noAccount(n, fault.New(fault.NotFound, "auth.unknown")); err == nil || !strings.Contains(err.Error(), "no account ann of type user") {
		t.Errorf("told is %v", err)
	}
	if err := noAccount(n, other); !errors.Is(err, other) {
		t.Errorf("told is %v", err)
	}
}

// TestWhatIsShippedIsListedUnderItsSource: the product's files, then those of the engine and of
// plugins; nothing that is no metadata.
func TestWhatIsShippedIsListedUnderItsSource(t *testing.T) {
	t.Parallel()
	files, err := (Product{Sources: []meta.Source{{Name: "base", FS: fstest.MapFS{"a/b.table.json": {Data: []byte("{}")}, "a/readme.md": {Data: []byte("no")}}}}}).Files()
	if err != nil || string(files["base/a/b.table.json"]) != "{}" || files["base/a/readme.md"] != nil {
		t.Errorf("files are %d (%v)", len(files), err)
	}
	engine := 0
	for name := range files {
		if strings.HasPrefix(name, "engine/") {
			engine++
		}
	}
	if engine == 0 {
		t.Error("what the engine offers is not listed")
	}
}
