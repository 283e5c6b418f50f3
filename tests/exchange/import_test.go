// Package exchange carries files into the product and out of it, as people send
// them: in other encodings and languages, with wrong rows, twice, or as bombs.
package exchange

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/simplifiedchinese"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/exchange"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/tests/world"
)

// desk is the product with its demo.
type desk struct {
	*testing.T
	*apptest.Server
}

func eachDesk(t *testing.T, run func(d *desk)) {
	t.Helper()
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		server := world.Demo(t, dsn)
		run(&desk{t, server})
	})
}

// send imports a file.
func (d *desk) send(ask exchange.Import, name string, content []byte) (*exchange.Outcome, error) {
	if ask.Actor.UserType == "" {
		ask.Actor = auth.System("test")
	}
	ask.Language = "en"
	return d.Exchange.Import(d.Context(), ask, name, content, func(int, int) error { return nil }, nil)
}

func (d *desk) must(ask exchange.Import, name, text string) *exchange.Outcome {
	d.Helper()
	out, err := d.send(ask, name, []byte(text))
	if err != nil {
		d.Fatal(err)
	}
	return out
}

// count counts the records of a table.
func (d *desk) count(table string) int {
	d.Helper()
	var n int
	err := d.DB.Read(d.Context(), func(ctx context.Context, tx *store.Tx) error {
		return tx.Get(ctx, &n, "select count(*) from "+store.Quote(table))
	})
	if err != nil {
		d.Fatal(err)
	}
	return n
}

const products = "Consignor,SKU,Name,Weight,Lot control\nACME,N-1,Nail,0.5,yes\nACME,N-2,Näil 中,,no\n"

var toProducts = exchange.Import{Mapping: "product_import"}

func TestImportTwiceChangesNothing(t *testing.T) {
	eachDesk(t, func(d *desk) {
		before := d.count("product")
		trial := toProducts
		trial.DryRun = true
		if out := d.must(trial, "p.csv", products); out.OK != 2 || out.Created != 2 || d.count("product") != before {
			t.Errorf("trial: %+v, %d products", out, d.count("product"))
		}
		if out := d.must(toProducts, "p.csv", products); out.OK != 2 || out.Created != 2 || out.Failed != 0 {
			t.Errorf("first: %+v", out)
		}
		audit := d.count("record_audit")
		if out := d.must(toProducts, "p.csv", products); out.OK != 2 || out.Created != 0 || out.Updated != 2 {
			t.Errorf("second: %+v", out)
		}
		if d.count("product") != before+2 || d.count("record_audit") != audit {
			t.Errorf("%d products, %d changes noted; want %d and %d", d.count("product"), d.count("record_audit"), before+2, audit)
		}
	})
}

// TestImportTellsEveryWrongRow sends wrong rows among right ones: all are told, and
// nothing is written.
func TestImportTellsEveryWrongRow(t *testing.T) {
	eachDesk(t, func(d *desk) {
		before := d.count("product")
		text := "Consignor,SKU,Name,Weight,Lot control,shelf_life_days\nACME,N-1,Nail,0.5,yes,5\nNOBODY,N-2,Nail,,,\nACME,,Nail,,,\nACME,N-4,Nail,heavy,,\nACME,N-5,Nail,1e999999999,,\nACME,N-6,Nail,,perhaps,\nACME,N-7,Nail,,,2.5\n"
		out := d.must(toProducts, "p.csv", text)
		rows := map[int]string{}
		for _, e := range out.Errors {
			rows[e.Row] = e.Column + ": " + e.Message
		}
		if out.Rows != 7 || out.OK != 0 || out.Failed != 6 || d.count("product") != before {
			t.Errorf("%+v, %d products more", out, d.count("product")-before)
		}
		for row, want := range map[int]string{3: "NOBODY", 4: "SKU", 5: "weight", 6: "weight", 7: "Lot control"} {
			if !strings.Contains(rows[row], want) {
				t.Errorf("row %d is told as %q, want %s", row, rows[row], want)
			}
		}
	})
}

// TestImportOfDocuments makes one order of many rows, and of a second file the
// same order.
func TestImportOfDocuments(t *testing.T) {
	eachDesk(t, func(d *desk) {
		orders, lines := d.count("sale_order"), d.count("sale_order_line")
		text := "Consignor,Warehouse,External number,Receiver,Country,Product,Quantity\n" +
			"ACME,SH1,X-1,Ann,CN,AC-1001,\"1,000\"\nACME,SH1,X-1,,,AC-1002,2\nACME,SH1,X-2,Bob,CN,AC-1001,3\n"
		for i, want := range []string{"created 2 updated 0", "created 0 updated 2"} {
			out := d.must(exchange.Import{Mapping: "sale_order_import"}, "o.csv", text)
			if got := fmt.Sprintf("created %d updated %d", out.Created, out.Updated); got != want || out.Failed != 0 {
				t.Errorf("file %d: %s %+v, want %s", i, got, out.Errors, want)
			}
			if d.count("sale_order") != orders+2 || d.count("sale_order_line") != lines+3 {
				t.Errorf("file %d: %d orders and %d lines more", i, d.count("sale_order")-orders, d.count("sale_order_line")-lines)
			}
		}
		out := d.must(exchange.Import{Mapping: "sale_order_import"}, "o.csv", strings.Replace(text, "AC-1002", "NO-SUCH", 1))
		if len(out.Errors) != 2 || out.Errors[0].Row != 2 || out.Errors[1].Row != 3 || out.Errors[1].Column != "Product" {
			t.Errorf("a wrong line is told as %+v, want row 3, Product, and row 2 that stays out with it", out.Errors)
		}
	})
}

// TestImportTakesCountriesAsWritten imports orders whose countries are written as
// people write them; one that is none is told with its row.
func TestImportTakesCountriesAsWritten(t *testing.T) {
	eachDesk(t, func(d *desk) {
		text := "Consignor,Warehouse,External number,Receiver,Country,Product,Quantity\n"
		for _, country := range []string{"United Kingdom", "EIRE", "UK", "USA", "中国", "Reino Unido", "u.s.a."} {
			text += "ACME,SH1,C-" + country + ",Ann," + country + ",AC-1001,1\n"
		}
		out := d.must(exchange.Import{Mapping: "sale_order_import"}, "o.csv", text+"ACME,SH1,C-9,Ann,Atlantis,AC-1001,1\n")
		if len(out.Errors) != 1 || out.Errors[0].Row != 9 || !strings.Contains(out.Errors[0].Message, "“Atlantis” is not known") {
			t.Errorf("an unknown country is told as %+v", out.Errors)
		}
		if out := d.must(exchange.Import{Mapping: "sale_order_import"}, "o.csv", text); out.Created != 7 {
			t.Fatalf("%+v", out)
		}
		var got []string
		err := d.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			return tx.Select(ctx, &got, `select country from sale_order where ext_no like 'C-%' order by id`)
		})
		if want := []string{"GB", "IE", "GB", "US", "CN", "GB", "US"}; err != nil || !slices.Equal(got, want) {
			t.Errorf("kept as %v, want %v (%v)", got, want, err)
		}
	})
}

func TestImportReadsWhatPeopleSend(t *testing.T) {
	eachDesk(t, func(d *desk) {
		gbk, err := simplifiedchinese.GBK.NewEncoder().Bytes([]byte("货主,货号,名称\nACME,G-1,钉子\n"))
		if err != nil {
			t.Fatal(err)
		}
		book := excelize.NewFile()
		for i, row := range [][]any{{"Propietario", "SKU", "Nombre"}, {"ACME", "G-2", "'=1+1"}, {"ACME", 1234567, "number"}} {
			if err := book.SetSheetRow("Sheet1", fmt.Sprintf("A%d", i+1), &row); err != nil {
				t.Fatal(err)
			}
		}
		sheet, err := book.WriteToBuffer()
		if err != nil {
			t.Fatal(err)
		}
		for name, content := range map[string][]byte{
			"gbk.csv": gbk, "es.xlsx": sheet.Bytes(), "bom.csv": []byte("\ufeffConsignor;SKU;Name\nACME;G-3;Nail\n"), "tab.csv": []byte("consignor_id.code\tsku\tname\nACME\tG-4\tNail\n"),
		} {
			out, err := d.send(toProducts, name, content)
			if err != nil || out.Failed != 0 || out.OK == 0 {
				t.Errorf("%s: %+v, %v", name, out, err)
			}
		}
		var names []string
		err = d.DB.Read(d.Context(), func(ctx context.Context, tx *store.Tx) error {
			return tx.Select(ctx, &names, "select name from product where sku in ('G-1', 'G-2', '1234567') order by name")
		})
		if got := strings.Join(names, "|"); err != nil || got != "=1+1|number|钉子" {
			t.Errorf("names %s, %v", got, err)
		}
	})
}

// TestImportRefusesFiles sends what is no table or too much of one.
func TestImportRefusesFiles(t *testing.T) {
	eachDesk(t, func(d *desk) {
		for name, test := range map[string]struct {
			content []byte
			want    string
		}{
			"no.xlsx":    {[]byte("not a workbook"), "exchange.bad_file"},
			"bomb.xlsx":  {bomb(t), "exchange.bad_file"},
			"empty.csv":  {nil, "exchange.no_header"},
			"lacks.csv":  {[]byte("Consignor,Name\nACME,Nail\n"), "exchange.no_column"},
			"wide.csv":   {[]byte(strings.Repeat("x,", 300) + "\n"), "exchange.too_many_columns"},
			"many.csv":   {[]byte("Consignor,SKU,Name\n" + strings.Repeat("A,B,C\n", 200_001)), "exchange.too_many_rows"},
			"long.csv":   {[]byte("Consignor,SKU,Name\nACME,L," + strings.Repeat("x", 40_000) + "\n"), "exchange.cell_too_long"},
			"broken.gz":  {[]byte("no gzip"), "exchange.bad_file"},
			"binary.csv": {[]byte{0xff, 0xfe, 0x00, 0xff, 0xff}, "exchange.bad_encoding"},
		} {
			if _, err := d.send(toProducts, name, test.content); !fault.IsKey(err, test.want) {
				t.Errorf("%s: %v, want %s", name, err, test.want)
			}
		}
		if _, err := d.send(exchange.Import{Mapping: "no_such"}, "p.csv", []byte(products)); !fault.IsKey(err, "screen.unknown") {
			t.Errorf("unknown mapping: %v", err)
		}
	})
}

// bomb is a workbook whose sheet is a gigabyte of spaces.
func bomb(t *testing.T) []byte {
	t.Helper()
	var content bytes.Buffer
	archive := zip.NewWriter(&content)
	part, err := archive.Create("xl/worksheets/sheet1.xml")
	if err != nil {
		t.Fatal(err)
	}
	spaces := bytes.Repeat([]byte(" "), 1<<20)
	for range 1 << 10 {
		if _, err := part.Write(spaces); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return content.Bytes()
}
