package letters

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/printing/paint"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/tests/world"
)

type m = map[string]any

// office is a house with a mail server, in which somebody asks.
type office struct {
	*testing.T
	server *apptest.Server
	post   *house
	admin  *apptest.Session
}

func open(t *testing.T, dsn string) office {
	t.Helper()
	post := openHouse(t)
	fonts, err := world.Fonts()
	if os.IsNotExist(err) {
		t.Skip("the fonts are not installed; npm ci installs them")
	}
	if err != nil {
		t.Fatal(err)
	}
	server := world.DemoMailed(t, dsn, post.address)
	server.API.Papers.Family = world.Fonts
	server.API.Papers.PDF = sync.OnceValues(func() (*paint.PDF, error) { return paint.NewPDF(fonts) })
	return office{t, server, post, server.Login(t, "user", "admin")}
}

// ask calls as somebody and gives the answer, which is of a status.
func (o office) ask(as *apptest.Session, status int, path string, body m) m {
	o.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		o.Fatal(err)
	}
	answer := o.server.Do(o.T, apptest.Call{Path: "/api/" + path, Body: string(text), As: as})
	var read struct{ Data any }
	if err := json.Unmarshal([]byte(answer.Text), &read); err != nil || answer.StatusCode != status {
		o.Fatalf("%s %s: %d %s, want %d", path, text, answer.StatusCode, answer.Text, status)
	}
	data, _ := read.Data.(m)
	return data
}

// user finds an account, and gives it an address.
func (o office) user(account string) (id any) {
	o.Helper()
	found := o.ask(o.admin, http.StatusOK, "data/user/query", m{"filter": m{"field": "account", "op": "eq", "value": account}})
	id = found["rows"].([]any)[0].(m)["id"]
	o.ask(o.admin, http.StatusOK, "data/user/save", m{"id": id, "email": account + "@example.com"})
	return id
}

// mailing has a report sent daily at seven; more says what else.
func (o office) mailing(as *apptest.Session, report string, more m) any {
	o.Helper()
	body := m{"report": report, "params": m{}, "formats": []string{"xlsx", "pdf"}, "every": "daily", "hour": 7}
	for key, value := range more {
		body[key] = value
	}
	return o.ask(as, http.StatusOK, "mailing/save", body)["id"]
}

// told is what a reader sees of a mailing.
func (o office) told(as *apptest.Session, report string, id any) m {
	o.Helper()
	for _, row := range o.ask(as, http.StatusOK, "mailing/list", m{"report": report})["rows"].([]any) {
		if row.(m)["id"] == id {
			return row.(m)
		}
	}
	o.Fatalf("no mailing %v", id)
	return nil
}

// comes lets the time of a mailing come, and two servers look for what is due.
func (o office) comes(row m) {
	o.Helper()
	at, err := time.Parse(time.RFC3339, row["nextAt"].(string))
	if err != nil {
		o.Fatal(err)
	}
	now := o.server.Clock.Now()
	defer o.server.Clock.Put(now) // the sessions go on
	o.server.Clock.Put(at.Add(time.Minute))
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			if err := o.server.MailReports(o.Context()); err != nil {
				o.Error(err)
			}
		})
	}
	both.Wait()
	o.work()
}

// work runs the letters that wait, until none does.
func (o office) work() {
	o.Helper()
	ctx, stop := context.WithCancel(o.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		o.server.Jobs.Run(ctx)
	}()
	for left := 1; left > 0; {
		time.Sleep(5 * time.Millisecond)
		err := o.server.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
			return tx.Get(ctx, &left, "select count(*) from job where state in ('waiting', 'running') and kind = 'mailing.send'")
		})
		if err != nil {
			o.Fatal(err)
		}
	}
	stop()
	<-ended
}

// one gives the only letter that came.
func (o office) one() letter {
	o.Helper()
	all := o.post.came()
	if len(all) != 1 {
		o.Fatalf("%d letters came, want 1", len(all))
	}
	return all[0]
}

// sheetOf reads the workbook of a letter.
func sheetOf(t *testing.T, l letter) (rows [][]string) {
	t.Helper()
	for name, content := range l.files {
		if !strings.HasSuffix(name, ".xlsx") {
			continue
		}
		book, err := excelize.OpenReader(bytes.NewReader(content))
		if err != nil {
			t.Fatal(err)
		}
		if rows, err = book.GetRows(book.GetSheetName(0)); err != nil {
			t.Fatal(err)
		}
	}
	return rows
}

// TestAReportComesByLetter: at its time, once, with the figures of the screen in both
// formats, in the language that was chosen; then again a day later, when it is sent now,
// and not when it is paused or over.
func TestAReportComesByLetter(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		o := open(t, dsn)
		o.user("admin")
		id := o.mailing(o.admin, "stock_age", m{"language": "es"})
		first := o.told(o.admin, "stock_age", id)
		o.comes(first)
		l := o.one()
		figures := o.ask(o.admin, http.StatusOK, "report/stock_age/query", m{"params": m{}})["rows"].([]any)
		if rows := sheetOf(t, l); len(rows) < len(figures)+1 || len(figures) == 0 {
			t.Errorf("%d rows are sent, %d are on the screen", len(rows), len(figures))
		}
		if len(l.files) != 2 || !bytes.HasPrefix(l.files["Alerta de antigüedad de existencias.pdf"], []byte("%PDF")) || l.to != "<admin@example.com>" || !strings.Contains(l.subject, "Alerta") {
			t.Errorf("the letter to %s about %s has %d files", l.to, l.subject, len(l.files))
		}
		after := o.told(o.admin, "stock_age", id)
		if after["result"] != "sent" || after["lastAt"] == nil || after["nextAt"] == first["nextAt"] {
			t.Errorf("told: %v", after)
		}
		o.comes(after)
		if again := o.one(); again.id == l.id {
			t.Errorf("two letters are one: %s", l.id)
		}
		o.ask(o.admin, http.StatusOK, "mailing/send", m{"id": id})
		o.work()
		o.one()
		next := o.told(o.admin, "stock_age", id)
		o.ask(o.admin, http.StatusOK, "mailing/pause", m{"id": id})
		o.comes(next)
		o.ask(o.admin, http.StatusOK, "mailing/delete", m{"id": id})
		o.comes(next)
		if late := o.post.came(); len(late) != 0 {
			t.Errorf("%d letters came of what is paused and over", len(late))
		}
	})
}

// TestALetterIsTriedAgain: a mail server that is not there, or takes nothing, gets the one
// letter later, under the same name.
func TestALetterIsTriedAgain(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		o := open(t, dsn)
		o.user("admin")
		id := o.mailing(o.admin, "stock_age", m{"formats": []string{"xlsx"}})
		o.post.refuses.Store(1)
		o.comes(o.told(o.admin, "stock_age", id))
		if l := o.one(); len(l.files) != 1 || !strings.HasPrefix(l.id, fmt.Sprintf("<report-%.0f-", id)) {
			t.Errorf("the letter is %s with %d files", l.id, len(l.files))
		}
		if told := o.told(o.admin, "stock_age", id); told["result"] != "sent" || told["failure"] != "" {
			t.Errorf("told: %v", told)
		}
	})
}

// TestALetterIsItsReaders: he gets what he may see when it is computed, and nothing once he
// may not; the mailing says why. Nobody sees or changes those of others.
func TestALetterIsItsReaders(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		o := open(t, dsn)
		lead := o.server.Login(t, "user", "lead")
		leads := o.user("lead")
		o.user("admin")
		id := o.mailing(o.admin, "stock_age", m{"user_id": leads})
		o.ask(lead, http.StatusLocked, "mailing/save", m{"report": "stock_age", "params": m{}, "formats": []string{"pdf"}, "every": "daily", "hour": 7, "user_id": 1})
		own := o.mailing(o.admin, "stock_age", nil)
		o.ask(lead, http.StatusNotFound, "mailing/delete", m{"id": own})
		if rows := o.ask(lead, http.StatusOK, "mailing/list", m{"report": "stock_age"})["rows"].([]any); len(rows) != 1 {
			t.Errorf("the lead sees %d mailings", len(rows))
		}
		o.ask(o.admin, http.StatusOK, "mailing/delete", m{"id": own})
		acme := o.server.Login(t, "consignor", "acme")
		o.comes(o.told(o.admin, "stock_age", id))
		if l := o.one(); l.to != "<lead@example.com>" {
			t.Errorf("the letter goes to %s", l.to)
		}
		owner := o.mailing(o.admin, "stock_summary", m{"user_id": o.user("acme"), "formats": []string{"xlsx"}, "language": "en"})
		o.ask(o.admin, http.StatusOK, "mailing/send", m{"id": owner})
		o.work()
		cells := fmt.Sprint(sheetOf(t, o.one()))
		if !strings.Contains(cells, "ACME") || strings.Contains(cells, "GLOBEX") {
			t.Errorf("the owner of goods reads %s", cells)
		}
		o.ask(o.admin, http.StatusOK, "mailing/delete", m{"id": owner})
		denied := o.mailing(o.admin, "picker_rate", m{"user_id": o.user("acme")})
		o.ask(o.admin, http.StatusOK, "mailing/send", m{"id": denied})
		o.ask(o.admin, http.StatusOK, "data/user/save", m{"id": leads, "enabled": false})
		o.comes(o.told(o.admin, "stock_age", id))
		if late := o.post.came(); len(late) != 0 {
			t.Errorf("%d letters go to who may not read them", len(late))
		}
		for report, refused := range map[string]any{"stock_age": id, "picker_rate": denied} {
			if told := o.told(o.admin, report, refused); told["result"] != "refused" || told["failure"] == "" {
				t.Errorf("told: %v", told)
			}
		}
		o.ask(acme, http.StatusLocked, "mailing/save", m{"report": "picker_rate", "params": m{}, "formats": []string{"pdf"}, "every": "daily", "hour": 7})
	})
}

// TestALetterWithoutFigures says so, and a question that no report understands is none.
func TestALetterWithoutFigures(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		o := open(t, dsn)
		o.user("admin")
		id := o.mailing(o.admin, "outbound_summary", m{"params": m{"created_at": []string{"2001-01-01", "2001-01-02"}}, "language": "en"})
		o.comes(o.told(o.admin, "outbound_summary", id))
		if l := o.one(); len(l.files) != 0 || !strings.Contains(l.subject, "no figures") || !strings.Contains(l.text, "2001-01-01") {
			t.Errorf("%q with %d files", l.subject, len(l.files))
		}
		if told := o.told(o.admin, "outbound_summary", id); told["result"] != "empty" {
			t.Errorf("told: %v", told)
		}
		for _, wrong := range []m{{"params": m{"colour": "red"}}, {"every": "hourly"}, {"hour": 24}, {"every": "weekly", "day": 8}, {"formats": []string{"csv"}}, {"formats": []string{}}} {
			body := m{"report": "outbound_summary", "params": m{}, "formats": []string{"pdf"}, "every": "daily", "hour": 7}
			for key, value := range wrong {
				body[key] = value
			}
			o.ask(o.admin, http.StatusUnprocessableEntity, "mailing/save", body)
		}
	})
}
