package exchange

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/simplifiedchinese"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/exchange"
	"github.com/wareloom/wareloom/engine/fault"
)

const twoWrong = "Consignor,SKU,Name,Weight\nACME,M-1,Nail,1\nNOBODY,M-2,Nail,1\nACME,M-3,Nail,heavy\n"

// TestWrongRowsAreMended: the wrong cells are told with their rows, checked again
// alone once they are mended, and then all is written.
func TestWrongRowsAreMended(t *testing.T) {
	eachDesk(t, func(d *desk) {
		before := d.count("product")
		trial := toProducts
		trial.DryRun = true
		out := d.must(trial, "p.csv", twoWrong)
		if out.Failed != 2 || len(out.Wrong) != 2 || out.Wrong[0].Row != 3 || out.Wrong[0].Cells[0] != "NOBODY" || out.Errors[0].Cell != 0 || out.Errors[1].Cell != 3 {
			t.Fatalf("trial: %+v", out)
		}
		trial.Edits = []exchange.Edit{{Row: 3, Cell: 0, Value: " ACME "}}
		trial.Only = []int{3, 4}
		if out = d.must(trial, "p.csv", twoWrong); out.Rows != 2 || out.OK != 1 || out.Failed != 1 || !slices.Equal(out.Checked, []int{3, 4}) {
			t.Errorf("one mended: %+v", out)
		}
		whole := toProducts
		whole.Edits = trial.Edits
		if out = d.must(whole, "p.csv", twoWrong); out.OK != 0 || d.count("product") != before {
			t.Errorf("written with a wrong row: %+v", out)
		}
		whole.Edits = append(whole.Edits, exchange.Edit{Row: 4, Cell: 3, Value: "2.5"})
		if out = d.must(whole, "p.csv", twoWrong); out.OK != 3 || out.Created != 3 || d.count("product") != before+3 {
			t.Errorf("written: %+v", out)
		}
		for _, edit := range []exchange.Edit{{Row: 99, Value: "x"}, {Row: 3, Cell: 4, Value: "x"}, {Row: 3, Cell: -1}} {
			whole.Edits = []exchange.Edit{edit}
			if _, err := d.send(whole, "p.csv", []byte(twoWrong)); !fault.IsKey(err, "exchange.no_cell") {
				t.Errorf("edit %+v: %v", edit, err)
			}
		}
	})
}

// TestRowsOfOneDocumentAreCheckedTogether: a mended line is judged with its order.
func TestRowsOfOneDocumentAreCheckedTogether(t *testing.T) {
	eachDesk(t, func(d *desk) {
		text := "Consignor,Warehouse,External number,Receiver,Country,Product,Quantity\n" +
			"ACME,SH1,X-1,Ann,CN,AC-1001,1\nACME,SH1,X-1,,,NO-SUCH,2\nACME,SH1,X-2,Bob,CN,NO-SUCH,3\n"
		out := d.must(exchange.Import{
			Mapping: "sale_order_import", DryRun: true, Only: []int{3}, Edits: []exchange.Edit{{Row: 3, Cell: 5, Value: "AC-1002"}},
		}, "o.csv", text)
		if out.Failed != 0 || out.OK != 2 || !slices.Equal(out.Checked, []int{2, 3}) {
			t.Errorf("%+v", out)
		}
	})
}

// TestPreviewTellsTheColumns: which column fills what, in the encoding found or
// given.
func TestPreviewTellsTheColumns(t *testing.T) {
	eachDesk(t, func(d *desk) {
		gbk, err := simplifiedchinese.GBK.NewEncoder().Bytes([]byte("货主,名称,颜色\nACME,钉子,红\n"))
		if err != nil {
			t.Fatal(err)
		}
		ask := exchange.Import{Mapping: "product_import", Language: "en", Actor: auth.System("test")}
		p, err := d.Exchange.Preview(d.Context(), ask, "p.csv", gbk)
		if err != nil {
			t.Fatal(err)
		}
		if p.Encoding != "gbk" || !p.All || p.Headers[0].Field != "Consignor" || !p.Headers[0].Required || p.Headers[2].Field != "" || p.Rows[0][1] != "钉子" {
			t.Errorf("%+v", p)
		}
		if !slices.Contains(p.Lacking, exchange.PreviewLack{Title: "SKU", Required: true}) {
			t.Errorf("lacking %+v", p.Lacking)
		}
		ask.Encoding = "windows-1252"
		if p, err = d.Exchange.Preview(d.Context(), ask, "p.csv", []byte("Consignor,SKU,Name\nACME,P-1,Ni\xf1o\n")); err != nil || p.Rows[0][2] != "Niño" {
			t.Errorf("%+v, %v", p, err)
		}
	})
}

// TestTemplatesCanBeFilledIn: a template in each language, filled in, is imported.
func TestTemplatesCanBeFilledIn(t *testing.T) {
	eachDesk(t, func(d *desk) {
		for _, language := range []string{"zh", "en", "es"} {
			content, err := d.Exchange.Template(d.Context(), exchange.Import{Mapping: "product_import", Language: language, Actor: auth.System("test")})
			if err != nil {
				t.Fatal(err)
			}
			book, err := excelize.OpenReader(bytes.NewReader(content))
			if err != nil {
				t.Fatal(err)
			}
			if notes, err := book.GetRows(book.GetSheetName(1)); err != nil || len(notes) < 10 || len(notes[1]) < 3 {
				t.Errorf("%s: notes %v, %v", language, notes, err)
			}
			row := []any{"ACME", "T-" + language, "Nail"}
			var filled bytes.Buffer
			if err := book.SetSheetRow("Sheet1", "A2", &row); err != nil {
				t.Fatal(err)
			}
			if err := book.Write(&filled); err != nil {
				t.Fatal(err)
			}
			if out, err := d.send(toProducts, "t.xlsx", filled.Bytes()); err != nil || out.Created != 1 {
				t.Errorf("%s: %+v, %v", language, out, err)
			}
		}
	})
}

// upload is a call with a form.
func upload(t *testing.T, session *apptest.Session, path string, members map[string]string, content string) apptest.Call {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	if content != "" {
		part, err := form.CreateFormFile("file", "products.csv")
		if err != nil {
			t.Fatal(err)
		}
		_, _ = part.Write([]byte(content))
	}
	for name, value := range members {
		_ = form.WriteField(name, value)
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	call := callAs(session, path, body.String())
	call.Headers["Content-Type"] = form.FormDataContentType()
	return call
}

// TestAFileIsSentOnce: what a preview kept is imported by its key, by the one who
// sent it and nobody else.
func TestAFileIsSentOnce(t *testing.T) {
	eachDesk(t, func(d *desk) {
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go d.Server.Run(ctx)
		admin, lead, picker := d.Login(t, "user", "admin"), d.Login(t, "user", "lead"), d.Login(t, "user", "picker")
		var kept struct{ File string }
		d.Do(t, upload(t, admin, "/api/import/product_import/preview", nil, twoWrong)).Into(t, &kept)
		edits, err := json.Marshal([]exchange.Edit{{Row: 3, Cell: 0, Value: "ACME"}, {Row: 4, Cell: 3, Value: "2"}})
		if err != nil {
			t.Fatal(err)
		}
		members := map[string]string{"fileKey": kept.File, "edits": string(edits)}
		if answer := d.Do(t, upload(t, lead, "/api/import/product_import", members, "")); answer.Result {
			t.Errorf("somebody else's file: %s", answer.Text)
		}
		var asked struct{ Job int64 }
		d.Do(t, upload(t, admin, "/api/import/product_import", members, "")).Into(t, &asked)
		if done := d.wait(admin, asked.Job); done.State != "done" || done.Data.OK != 3 {
			t.Errorf("%s", done.text)
		}
		list := d.Do(t, callAs(admin, "/api/job/list", "{}")).Text
		if !strings.Contains(list, fmt.Sprintf(`"id":%d`, asked.Job)) || !strings.Contains(list, "Import products") {
			t.Errorf("jobs: %s", list)
		}
		for _, path := range []string{"/api/import/product_import/preview", "/api/import/product_import"} {
			if answer := d.Do(t, upload(t, picker, path, nil, twoWrong)); answer.StatusCode != 423 {
				t.Errorf("%s without the right: %s", path, answer.Text)
			}
		}
		template := callAs(picker, "/api/import/product_import/template", "")
		template.Method = "GET"
		if answer := d.Do(t, template); answer.StatusCode != 423 {
			t.Errorf("template without the right: %s", answer.Text)
		}
		template.As = admin
		if answer := d.Do(t, template); answer.Status != 200 || !strings.HasPrefix(answer.Text, "PK") {
			t.Errorf("template: %d %.40q", answer.Status, answer.Text)
		}
	})
}

// TestBadCellsAreToldByRowAndColumn: figures, days and choices that cannot be read
// name their row and column.
func TestBadCellsAreToldByRowAndColumn(t *testing.T) {
	eachDesk(t, func(d *desk) {
		book := excelize.NewFile()
		for i, row := range [][]any{
			{"Consignor", "SKU", "Name", "Price", "Shelf life (days)", "ABC class"},
			{"ACME", "B-1", "Nail", "1e400", nil, nil},
			{"ACME", "B-2", "Nail", "123456789012345678901234567890", nil, nil},
			{"ACME", "B-3", "Nail", "-", nil, nil},
			{"ACME", "B-4", "Nail", nil, "99999999999999999999", nil},
			{"ACME", "B-5", "Nail", nil, "2026-13-45", nil},
			{"ACME", "B-6", "Nail", nil, nil, "no class"},
			{"ACME", "B-7", "Nail", 19.99, 30, "A"},
		} {
			if err := book.SetSheetRow("Sheet1", fmt.Sprintf("A%d", i+1), &row); err != nil {
				t.Fatal(err)
			}
		}
		content, err := book.WriteToBuffer()
		if err != nil {
			t.Fatal(err)
		}
		trial := toProducts
		trial.DryRun = true
		out, err := d.send(trial, "bad.xlsx", content.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		told := map[int]int{}
		for _, e := range out.Errors {
			told[e.Row] = e.Cell
			if e.Message == "" || e.Column == "" {
				t.Errorf("%+v says too little", e)
			}
		}
		for row, cell := range map[int]int{2: 3, 3: 3, 4: 3, 5: 4, 6: 4, 7: 5} {
			if at, ok := told[row]; !ok || at != cell {
				t.Errorf("row %d is told at %d (%v), want %d", row, at, ok, cell)
			}
		}
		if _, wrong := told[8]; wrong || out.OK != 1 {
			t.Errorf("the right row: %+v", out)
		}
		orders := "Consignor,Warehouse,External number,Receiver,Country,Product,Quantity,ship_by\nACME,SH1,X-9,Ann,CN,AC-1001,1,2026-13-45\n"
		out = d.must(exchange.Import{Mapping: "sale_order_import", DryRun: true}, "o.csv", orders)
		if len(out.Errors) != 1 || out.Errors[0].Row != 2 || out.Errors[0].Cell != 7 {
			t.Errorf("a broken day is told as %+v", out.Errors)
		}
	})
}
