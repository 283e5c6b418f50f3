package exchange

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
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
	for range 300 {
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
