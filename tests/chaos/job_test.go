package chaos

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/tests/client"
)

// imported is how many orders a file has: several batches of an import, and more
// than one call may act on.
const imported = 1200

// TestJobsGoOnAfterAKill kills the server while it imports, acts on many documents
// and exports: every job ends, and each record was worked on once.
func TestJobsGoOnAfterAKill(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		s := newDemo(t, dsn)
		s.start()
		w := s.worker()
		tag := fmt.Sprint("K", time.Now().UnixNano())

		done := w.survive(w.importOrders(tag), (*kills+1)/2)
		if done.Data.Created != imported || done.Data.Updated != 0 || done.Data.OK != imported || done.Done != imported {
			t.Errorf("the import tells %+v", done)
		}
		if n := w.count(tag, ""); n != imported {
			t.Errorf("%d orders are there, want %d", n, imported)
		}

		audit := m{"name": "audit", "filter": byTag(tag), "expect": imported}
		acted := w.survive(w.ask("data/sale_order/act", audit), (*kills+1)/2)
		if acted.Total != imported || acted.Done != imported {
			t.Errorf("the audit tells %+v", acted)
		}
		if n := w.count(tag, "audited"); n != imported {
			t.Errorf("%d orders are audited, want %d", n, imported)
		}
		w.historyOnce(tag)

		exported := w.survive(w.ask("data/sale_order/export", m{"format": "csv", "filter": byTag(tag)}), (*kills+1)/2)
		if exported.Done != imported || exported.File == "" {
			t.Errorf("the export tells %+v", exported)
		}
		s.verify(s.dsn)
		w.plantAForgottenPart(tag + "C")
	})
}

// clerk is a person who gives the server long work.
type clerk struct {
	*client.Client
	server *server
}

func (s *server) worker() *clerk {
	s.Helper()
	device, err := client.Login(s.Context(), s.base(), "admin", password)
	if err != nil {
		s.Fatal(err)
	}
	return &clerk{device, s}
}

func byTag(tag string) m { return m{"field": "remark", "op": "eq", "value": tag} }

// ordersOf is a file of orders.
func ordersOf(tag string) string {
	var text strings.Builder
	text.WriteString("consignor_id.code,warehouse_id.code,ext_no,receiver,country,phone,city,detail,remark,product_id.sku,qty\n")
	for i := range imported {
		fmt.Fprintf(&text, "ACME,SH1,%s-%d,Chaos,CN,13900000000,上海,1,%s,AC-1001,1\n", tag, i, tag)
	}
	return text.String()
}

// importOrders sends a file of orders and gives the job.
func (w *clerk) importOrders(tag string) int64 {
	w.server.Helper()
	var made struct{ Job int64 }
	if err := w.Upload(w.server.Context(), "import", "import/sale_order_import", nil, "orders.csv", []byte(ordersOf(tag)), &made); err != nil {
		w.server.Fatal(err)
	}
	return made.Job
}

// ask makes a call that becomes a job.
func (w *clerk) ask(path string, body m) int64 {
	w.server.Helper()
	var made struct{ Job int64 }
	if err := w.Call(w.server.Context(), path, path, body, &made); err != nil {
		w.server.Fatal(err)
	}
	return made.Job
}

// work is a job as its owner sees it.
type work struct {
	State, Message, File string
	Done, Total          int
	Data                 struct{ Created, Updated, OK int }
}

func (w *clerk) look(job int64) (found work) {
	w.server.Helper()
	body := fmt.Sprintf("job/%d/get", job)
	var list struct {
		State, Message, File string
		Done, Total          int
		Data                 any
	}
	if err := w.Call(w.server.Context(), "job", body, m{}, &list); err != nil {
		w.server.Fatal(err)
	}
	found = work{State: list.State, Message: list.Message, File: list.File, Done: list.Done, Total: list.Total}
	if data, ok := list.Data.(map[string]any); ok { // of a bulk action it is a list
		number := func(name string) int { n, _ := data[name].(float64); return int(n) }
		found.Data.Created, found.Data.Updated, found.Data.OK = number("created"), number("updated"), number("ok")
	}
	return found
}

// inVain is how often a job is killed that keeps nothing meanwhile: some times fewer
// than end it for good, since what it kept last may have been kept a try before it was
// seen.
const inVain = 2

// survive kills the server several times while it works on the job, each time when the
// job has kept more, or some times in vain, and waits for its end. A job that a killed
// server left is not worked on before its lease is over, about 10 seconds later.
func (w *clerk) survive(job int64, times int) work {
	w.server.Helper()
	db := w.open()
	defer db.Close()
	lease, kept, vain, killed := "", 0, 0, 0
	for killed < times {
		state, taken, parts := w.try(db, job)
		if state != "running" && state != "waiting" {
			break
		}
		if taken != "" && taken != lease && (parts > kept || vain < inVain) {
			if vain++; parts > kept {
				vain = 0
			}
			lease, kept = taken, parts
			w.server.kill()
			w.server.start()
			killed++
		}
		time.Sleep(5 * time.Millisecond)
	}
	w.server.Logf("killed %d times during job %d", killed, job)
	for {
		now := w.look(job)
		switch now.State {
		case "done":
			return now
		case "failed", "cancelled":
			w.server.kill()
			w.server.Fatalf("the job is %s: %s; the log ends with %s", now.State, now.Message, lastOf(w.server.log.String()))
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// try tells one try of a job from the next, and how much the job has kept.
func (w *clerk) try(db *store.DB, job int64) (state, lease string, parts int) {
	w.server.Helper()
	const question = "select state, lease, (select count(*) from job_part where job_id = job.id) from job where id = ?"
	err := db.Read(w.server.Context(), func(ctx context.Context, tx *store.Tx) error {
		return tx.QueryRow(ctx, question, job).Scan(&state, &lease, &parts)
	})
	if err != nil {
		w.server.Fatal(err)
	}
	return state, lease, parts
}

// open opens the server's database beside it.
func (w *clerk) open() *store.DB {
	w.server.Helper()
	db, err := store.Open(w.server.Context(), w.server.dsn, store.Options{})
	if err != nil {
		w.server.Fatal(err)
	}
	return db
}

// lastOf is the end of a log.
func lastOf(log string) string { return log[max(0, len(log)-4000):] }

// count counts the orders of a tag, of one state if it is named.
func (w *clerk) count(tag, state string) int {
	w.server.Helper()
	filter := byTag(tag)
	if state != "" {
		filter = m{"and": []m{filter, {"field": "status", "op": "eq", "value": state}}}
	}
	var page struct{ Total int }
	if err := w.Call(w.server.Context(), "query", "data/sale_order/query", m{"filter": filter, "size": 1, "total": "exact"}, &page); err != nil {
		w.server.Fatal(err)
	}
	return page.Total
}

// historyOnce wants one entry of the audit trail per order and action.
func (w *clerk) historyOnce(tag string) {
	w.server.Helper()
	const question = `select count(*) from (select o.id from sale_order o join record_audit a on a.record_id = o.id
		join record_phrase s on s.id = a.phrase and s.table_key = 'sale_order' and s.action = 'audit'
		where o.remark = ? group by o.id having count(*) = 1) x`
	if n := w.number(question, tag); n != imported {
		w.server.Errorf("%d orders have one audit in their history, want %d", n, imported)
	}
}

func (w *clerk) number(question string, args ...any) (n int) {
	w.server.Helper()
	db := w.open()
	defer db.Close()
	err := db.Read(w.server.Context(), func(ctx context.Context, tx *store.Tx) error { return tx.Get(ctx, &n, question, args...) })
	if err != nil {
		w.server.Fatal(err)
	}
	return n
}

// plantAForgottenPart takes away what a killed import had noted: the harness must
// see that records are worked on twice.
func (w *clerk) plantAForgottenPart(tag string) {
	w.server.Helper()
	job := w.importOrders(tag)
	for w.count(tag, "") == 0 {
		time.Sleep(5 * time.Millisecond)
	}
	w.server.kill()
	db := w.open()
	err := db.Write(w.server.Context(), func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, "delete from job_part where job_id = ?", job)
		return err
	})
	if err := db.Close(); err != nil {
		w.server.Fatal(err)
	}
	if err != nil {
		w.server.Fatal(err)
	}
	w.server.start()
	if done := w.survive(job, 0); done.Data.Updated == 0 {
		w.server.Errorf("what was imported was forgotten, and the harness sees %+v", done)
	}
}
