package exchange

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/exchange"
	"github.com/wareloom/wareloom/engine/fault"
)

// TestExportWritesWhatPeopleSee writes a list as its columns show it, with figures
// as figures and no formula.
func TestExportWritesWhatPeopleSee(t *testing.T) {
	eachDesk(t, func(d *desk) {
		d.must(toProducts, "p.csv", "Consignor,SKU,Name,Price\nACME,F-1,\"=HYPERLINK(\"\"x\"\")\",12.5\n")
		ask := exchange.Export{Table: "product", List: "product", Format: exchange.FormatCSV, Language: "en", Actor: auth.System("test"), Fields: []string{"sku", "name", "consignor_id", "price", "status"}}
		content, _, err := d.Exchange.Export(d.Context(), ask, func(int) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(content, []byte("\ufeff")))).ReadAll()
		if err != nil || len(rows) != d.count("product")+1 {
			t.Fatalf("%d rows, %v; want one of each product and the headers", len(rows), err)
		}
		last := strings.Join(rows[len(rows)-1], "|")
		if !strings.HasPrefix(last, `F-1|'=HYPERLINK("x")|ACME Acme Trading|12.5|`) {
			t.Errorf("row %s", last)
		}
		found := ask
		found.Search = "F-1"
		if content, _, err = d.Exchange.Export(d.Context(), found, func(int) error { return nil }); err != nil || bytes.Count(content, []byte("\n")) != 2 {
			t.Errorf("searched for F-1: %q, %v", content, err)
		}
		ask.Format = exchange.FormatXLSX
		if content, _, err = d.Exchange.Export(d.Context(), ask, func(int) error { return nil }); err != nil {
			t.Fatal(err)
		}
		book, err := excelize.OpenReader(bytes.NewReader(content))
		if err != nil {
			t.Fatal(err)
		}
		kind, err := book.GetCellType("Sheet1", "D2")
		if err != nil || kind != excelize.CellTypeUnset && kind != excelize.CellTypeNumber {
			t.Errorf("a price is of type %v, %v", kind, err)
		}
	})
}

// TestAnExportIsBounded refuses what a spreadsheet does not hold.
func TestAnExportIsBounded(t *testing.T) {
	eachDesk(t, func(d *desk) {
		ask := exchange.Export{Table: "product", List: "product", Format: exchange.FormatCSV, Language: "en", Actor: auth.System("test")}
		d.Exchange.MostExported = d.count("product")
		if _, _, err := d.Exchange.Export(d.Context(), ask, func(int) error { return nil }); err != nil {
			t.Errorf("as many as there may be: %v", err)
		}
		d.Exchange.MostExported--
		if _, _, err := d.Exchange.Export(d.Context(), ask, func(int) error { return nil }); !fault.IsKey(err, "exchange.too_many_rows") {
			t.Errorf("one more: %v", err)
		}
	})
}

// TestExportOfGroups writes the groups of a grouped list with their figures.
func TestExportOfGroups(t *testing.T) {
	eachDesk(t, func(d *desk) {
		ask := exchange.Export{Table: "quant", List: "stock_per_product", Format: exchange.FormatCSV, Language: "en", Actor: auth.System("test")}
		if _, _, err := d.Exchange.Export(d.Context(), ask, func(int) error { return nil }); err != nil {
			t.Fatal(err)
		}
		ask.Fields = []string{"product_id", "on_hand", "earliest_exp", "places"}
		content, _, err := d.Exchange.Export(d.Context(), ask, func(int) error { return nil })
		head, rows, _ := strings.Cut(string(content), "\n")
		if err != nil || head != "\ufeffProduct,On hand,Earliest expiry,Rows" || !strings.Contains("\n"+rows, "\nGX-01 白色吊心烛台,216,,2\n") {
			t.Errorf("%q, %v", content, err)
		}
		ask.Fields = []string{"lot_id"}
		if _, _, err := d.Exchange.Export(d.Context(), ask, nil); !fault.IsKey(err, "query.unknown_field") {
			t.Errorf("a field that is no group: %v", err)
		}
	})
}

// TestExchangeKeepsRights turns away who may neither import nor export.
func TestExchangeKeepsRights(t *testing.T) {
	eachDesk(t, func(d *desk) {
		picker := auth.Actor{UserID: d.id("user", "account = 'picker'"), Account: "picker", UserType: "user", Language: "en"}
		ask := toProducts
		ask.Actor = picker
		if _, err := d.send(ask, "p.csv", []byte(products)); !fault.IsKey(err, "right.missing") {
			t.Errorf("import without a right: %v", err)
		}
		if _, _, err := d.Exchange.Export(d.Context(), exchange.Export{Table: "product", Actor: picker}, nil); !fault.IsKey(err, "right.missing") {
			t.Errorf("export without a right: %v", err)
		}
	})
}

// TestAnExportStopsWhenItsAskerSeesLess narrows what the asker sees, and disables him,
// while rows are written: no file comes of it.
func TestAnExportStopsWhenItsAskerSeesLess(t *testing.T) {
	eachDesk(t, func(d *desk) {
		admin := d.Login(d, "user", "admin")
		lead := auth.Actor{UserID: d.id("user", "account = 'lead'"), Account: "lead", UserType: "user", Language: "en"}
		for _, tt := range []struct{ path, change, key string }{
			{"role/save", fmt.Sprintf(`{"id": %d, "name": "Leader"}`, d.id("role", "code = 'lead'")), ""},
			{"role_rule/save", fmt.Sprintf(`{"role_id": %d, "table_key": "product", "hide": ["name"]}`, d.id("role", "code = 'lead'")), "file.seen_otherwise"},
			{"user/save", fmt.Sprintf(`{"id": %d, "enabled": false}`, lead.UserID), "auth.asker_gone"},
		} {
			content, _, err := d.Exchange.Export(d.Context(), exchange.Export{Table: "product", Fields: []string{"sku"}, Format: exchange.FormatCSV, Actor: lead}, func(int) error {
				if saved := d.Do(d, callAs(admin, "/api/data/"+tt.path, tt.change)); !saved.Result {
					d.Fatal(saved.Text)
				}
				return nil
			})
			if tt.key == "" != (err == nil) || tt.key != "" && !fault.IsKey(err, tt.key) || err != nil && content != nil {
				d.Errorf("%s: %v, want %q", tt.path, err, tt.key)
			}
		}
	})
}
