package exchange

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/store"
)

func callAs(session *apptest.Session, path, body string) apptest.Call {
	return apptest.Call{Path: path, Body: body, As: session, Headers: map[string]string{"Accept-Language": "en"}}
}

// TestImportByHTTP sends a file as a browser does and reads the job's result and
// the file of wrong rows.
func TestImportByHTTP(t *testing.T) {
	eachDesk(t, func(d *desk) {
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go d.Server.Run(ctx)
		admin := d.Login(t, "user", "admin")
		text := "Consignor,SKU,Name\nACME,H-1,Nail\nNOBODY,H-2,Nail\n"
		answer := d.Do(t, upload(t, admin, "/api/import/product_import", map[string]string{"dryRun": "true"}, text))
		var asked struct{ Job int64 }
		answer.Into(t, &asked)
		done := d.wait(admin, asked.Job)
		if done.State != "done" || done.Data.Rows != 2 || done.Data.OK != 1 || done.Data.Failed != 1 || done.File == "" {
			t.Errorf("%s", done.text)
		}
		if len(done.Data.Errors) != 1 || !strings.Contains(done.Data.Errors[0].Message, "NOBODY") {
			t.Errorf("errors %+v", done.Data.Errors)
		}
	})
}

// work is a job as its owner sees it.
type work struct {
	State string
	File  string
	Data  struct {
		Rows, OK, Failed int
		Errors           []struct{ Message string }
	}
	text string
}

func (d *desk) wait(session *apptest.Session, job int64) work {
	d.Helper()
	for range 2400 {
		answer := d.Do(d, callAs(session, fmt.Sprintf("/api/job/%d/get", job), "{}"))
		var w work
		answer.Into(d, &w)
		w.text = answer.Text
		if w.State == "done" || w.State == "failed" || w.State == "dead" {
			return w
		}
		time.Sleep(50 * time.Millisecond)
	}
	d.Fatal("the job does not end")
	return work{}
}

// TestAJobIsDoneByTheRightsOfNow orders an export, an import and an action on many, and takes away what
// they need before a runner comes to them.
func TestAJobIsDoneByTheRightsOfNow(t *testing.T) {
	takes := []struct{ name, change, key string }{
		{"the account is disabled", `{"id": %[1]d, "enabled": false}`, "auth.asker_gone"},
		{"the roles are taken", `{"id": %[1]d, "roles": [{"id": %[2]d, "_delete": true}]}`, "right.missing"},
	}
	for _, taken := range takes {
		t.Run(taken.name, func(t *testing.T) {
			eachDesk(t, func(d *desk) {
				admin, lead := d.Login(d, "user", "admin"), d.Login(d, "user", "lead")
				many := make([]string, document.Largest+1)
				for i := range many {
					many[i] = strconv.Itoa(i + 1)
				}
				calls := []apptest.Call{
					callAs(lead, "/api/data/product/export", `{"format": "csv"}`),
					upload(d.T, lead, "/api/import/product_import", map[string]string{"dryRun": "true"}, products),
					callAs(lead, "/api/data/sale_order/act", `{"name": "hold", "ids": [`+strings.Join(many, ", ")+"]}"),
				}
				var jobs []int64
				for _, call := range calls {
					var asked struct{ Job int64 }
					d.Do(d, call).Into(d, &asked)
					jobs = append(jobs, asked.Job)
				}
				change := fmt.Sprintf(taken.change, d.id("user", "account = 'lead'"), d.id("user_role", `user_id = (select id from "user" where account = 'lead')`))
				if saved := d.Do(d, callAs(admin, "/api/data/user/save", change)); !saved.Result {
					d.Fatal(saved.Text)
				}
				ctx, stop := context.WithCancel(d.Context())
				defer stop()
				go d.Server.Run(ctx)
				for _, id := range jobs {
					if failure := d.failure(id); !strings.Contains(failure, taken.key) {
						d.Errorf("job %d ended with %q, want %s", id, failure, taken.key)
					}
				}
			})
		})
	}
}

// TestAnImportStopsWhenItsAskerMayImportNoMore takes the right to import away behind the
// first batch, and leaves the others: what is in stays, and no more comes in.
func TestAnImportStopsWhenItsAskerMayImportNoMore(t *testing.T) {
	eachDesk(t, func(d *desk) {
		admin := d.Login(d, "user", "admin")
		lead := auth.Actor{UserID: d.id("user", "account = 'lead'"), Account: "lead", UserType: "user", Language: "en"}
		var text strings.Builder
		text.WriteString("Consignor,SKU,Name\n")
		for i := range 600 {
			fmt.Fprintf(&text, "ACME,MANY-%d,Nail\n", i)
		}
		ask := toProducts
		ask.Actor, ask.Language = lead, "en"
		before, taken := d.count("product"), false
		_, err := d.Exchange.Import(d.Context(), ask, "p.csv", []byte(text.String()), func(int, int) error {
			if !taken && d.count("product") > before {
				d.withdraw(admin, lead.UserID, "product.import")
				taken = true
			}
			return nil
		}, nil)
		if in := d.count("product") - before; !fault.IsKey(err, "right.missing") || in == 0 || in == 600 {
			d.Errorf("%d of 600 are in: %v", in, err)
		}
	})
}

// withdraw takes a right from a person, by whatever button carries it.
func (d *desk) withdraw(admin *apptest.Session, user int64, right string) {
	d.Helper()
	release := d.Catalog.Current()
	for _, item := range release.MenuOrder {
		for _, button := range release.Buttons(item.ID) {
			if item.Users() != "user" || !slices.Contains(release.ButtonRights(item.ID, button), right) {
				continue
			}
			body := fmt.Sprintf(`{"user_id": %d, "menu_id": %d, "button": %q, "withdrawn": true}`, user, item.ID, button)
			if saved := d.Do(d, callAs(admin, "/api/data/user_button/save", body)); !saved.Result {
				d.Fatal(saved.Text)
			}
		}
	}
}

func (d *desk) id(table, condition string) (id int64) {
	d.Helper()
	d.read(&id, "select id from "+store.Quote(table)+" where "+condition)
	return id
}

// failure waits until a job has ended and gives why it failed; "" when it did not.
func (d *desk) failure(id int64) string {
	d.Helper()
	for range 2400 {
		var found job.Job
		d.read(&found, "select state, failure from job where id = ?", id)
		if found.State == job.Done || found.State == job.Dead {
			return found.Failure
		}
		time.Sleep(50 * time.Millisecond)
	}
	d.Fatal("the job does not end")
	return ""
}

func (d *desk) read(into any, text string, args ...any) {
	d.Helper()
	err := d.DB.Read(d.Context(), func(ctx context.Context, tx *store.Tx) error { return tx.Get(ctx, into, text, args...) })
	if err != nil {
		d.Fatal(err)
	}
}
