package road

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/exchange"
	"github.com/wareloom/wareloom/engine/query"
)

// meaning is what the door of codes answers.
type meaning struct {
	Found []struct {
		Table, Label string
		ID           int64
		Counts       float64
	}
	Elements map[string]string
}

// tables lists of which tables records were found, in their order.
func (m meaning) tables() (names []string) {
	for _, one := range m.Found {
		names = append(names, one.Table)
	}
	return names
}

func (f *floor) meaning(code string, more m) meaning {
	f.Helper()
	body := m{"code": code}
	for key, value := range more {
		body[key] = value
	}
	var found meaning
	f.Ask("code", body).Into(f, &found)
	return found
}

// searched gives how many rows of a table a quick search finds.
func (f *floor) searched(table, text string) int {
	f.Helper()
	var page struct{ Rows []m }
	f.Ask("data/"+table+"/query", m{"search": text, "fields": []string{"id"}}).Into(f, &page)
	return len(page.Rows)
}

// TestACodeIsUnderstoodEverywhere: products by every barcode and pack, positions,
// lots, documents; element strings with what they fill; lists find what a code leads to.
func TestACodeIsUnderstoodEverywhere(t *testing.T) {
	each(t, func(f *floor) {
		product := f.Find("product", "sku", "AC-2002")
		var whole m
		f.Ask("data/product/get", m{"id": id(product)}).Into(t, &whole)
		f.Ask("data/product/save", m{"id": id(product), "version": whole["version"], "barcodes": []m{{"barcode": "9506000134352", "pack_qty": 1}, {"barcode": "19506000134359", "pack_qty": 12}}})
		f.Other("in", "opening", chocolate(5, "lot_no", "L1", "exp_date", "2031-01-31"), "audit", "post")
		f.Other("in", "opening", chocolate(7, "lot_no", "L2", "exp_date", "2031-02-28"), "audit", "post")
		order := f.asks("CODE-1", line("AC-2002", 2))

		f.means("AC-2002", "product", "sale_order")
		f.means("9506000134352", "product", "sale_order")
		f.means("A-01-01-1", "position")
		f.means("CODE-1", "sale_order")
		f.means("NO-SUCH-CODE")
		if pack := f.meaning("19506000134359", nil).Found[0]; pack.ID != id(product) || pack.Counts != 12 {
			t.Errorf("a pack is %+v, want 12 of %d", pack, id(product))
		}

		said := f.meaning("(02)19506000134359(37)3(10)L1(17)310131", nil)
		if !slices.Equal(said.tables(), []string{"lot", "product", "sale_order"}) || said.Elements["37"] != "3" || said.Elements["17"] != "2031-01-31" {
			t.Errorf("an element string is %+v", said)
		}
		f.means("0109506000134352"+"10L2\x1d21S-9", "lot", "product", "sale_order")
		f.means("(01)19506000134359(10)L9", "product", "sale_order") // a lot that nobody has

		for text, want := range map[string]int{"9506000134352": 4, "19506000134359": 4, "(01)09506000134352(10)L1": 1, "A-01-01-1": 2, "L2": 1, "AC-1001": 1} {
			if got := f.searched("quant", text); got != want {
				t.Errorf("the stock has %d rows by %s, want %d", got, text, want)
			}
		}
		if got := f.searched("product", "19506000134359"); got != 1 {
			t.Errorf("%d products have the pack's barcode", got)
		}
		if got := f.searched("sale_order_line", f.Find("sale_order", "ext_no", "CODE-1")["doc_no"].(string)); got != 1 {
			t.Errorf("order %d has %d lines by its number", order, got)
		}
		var groups struct{ Rows []m }
		f.Ask("data/quant/aggregate", m{"group": []string{"product_id"}, "measures": []m{{"field": "on_hand", "fn": "sum", "as": "n"}}, "search": "9506000134352"}).Into(t, &groups)
		var byID struct{ Rows []m }
		f.Ask("data/quant/aggregate", m{"measures": []m{{"field": "on_hand", "fn": "sum", "as": "n"}}, "filter": m{"field": "product_id", "op": "eq", "value": id(product)}}).Into(t, &byID)
		if len(groups.Rows) != 1 || groups.Rows[0]["n"] == 0.0 || groups.Rows[0]["n"] != byID.Rows[0]["n"] {
			t.Errorf("by product the barcode gives %v, the product has %v", groups.Rows, byID.Rows)
		}
	})
}

// means wants a code to be records of these tables and no others.
func (f *floor) means(code string, tables ...string) {
	f.Helper()
	if got := f.meaning(code, nil).tables(); !slices.Equal(got, tables) {
		f.Errorf("%q is %v, want %v", code, got, tables)
	}
}

// TestACodeTellsNobodyOfAnothersGoods: who has an owner resolves his own only, a
// document's lines take products of its owner, and a right that lacks hides its table.
func TestACodeTellsNobodyOfAnothersGoods(t *testing.T) {
	each(t, func(f *floor) {
		theirs := f.asks("SECRET-1", line("AC-1001", 1))
		globex := f.owner("globex")
		number := f.Find("sale_order", "id", theirs)["doc_no"].(string)
		for _, code := range []string{"6900000001002", "AC-1001", "SECRET-1", number, "(01)06900000001002"} {
			if len(f.meaning(code, nil).Found) == 0 {
				t.Errorf("the office does not know %s", code)
			}
			globex.means(code)
			if got := globex.searched("sale_order", code); got != 0 {
				t.Errorf("globex finds %d orders by %s", got, code)
			}
		}
		acme, other := id(f.Find("consignor", "code", "ACME")), id(f.Find("consignor", "code", "GLOBEX"))
		globex.knows("6900000004002", other, 1)
		f.knows("6900000001001", 0, 2) // both owners have goods of this maker
		globex.knows("6900000001001", other, 1)
		into := func(owner int64) int {
			return len(f.meaning("6900000004002", m{"into": "rma_line.product_id", "record": m{"consignor_id": owner}}).Found)
		}
		if into(acme) != 0 || into(other) != 1 {
			t.Errorf("a return of ACME takes %d products of GLOBEX, its own return %d", into(acme), into(other))
		}
		f.Wont("code", m{"code": "X", "into": "rma_line.nothing"}, "into")
		f.Wont("code", m{"code": " "}, "code")
	})
}

// knows demands that a code means so many products, first, and behind them open orders;
// all of one owner, if one is given.
func (f *floor) knows(code string, owner int64, products int) {
	f.Helper()
	office := f.as("admin")
	all := f.meaning(code, nil).Found
	if len(all) < products {
		f.Errorf("%q means %v, want %d products", code, all, products)
	}
	for i, found := range all {
		if (found.Table == "product") != (i < products) {
			f.Errorf("%q means %v, want %d products first", code, found, products)
		}
		if whose := office.Find(found.Table, "id", found.ID)["consignor_id"]; owner != 0 && id(m{"id": whose}) != owner {
			f.Errorf("%q means %v of owner %v", code, found, whose)
		}
	}
}

// TestAProductLeadsOnToTheOrdersThatAwaitIt: beside the product its barcode means the
// open orders that have it, and the list of orders finds them; sent ones are not meant.
func TestAProductLeadsOnToTheOrdersThatAwaitIt(t *testing.T) {
	each(t, func(f *floor) {
		product := f.Find("product", "sku", "AC-2002")
		var whole m
		f.Ask("data/product/get", m{"id": id(product)}).Into(t, &whole)
		f.Ask("data/product/save", m{"id": id(product), "version": whole["version"], "barcodes": []m{{"barcode": "9506000134352", "pack_qty": 1}}})
		f.means("9506000134352", "product")
		if n := f.searched("sale_order", "9506000134352"); n != 0 {
			t.Errorf("%d orders have goods that nobody ordered", n)
		}
		first := f.asks("LEAD-1", line("AC-2002", 2), line("AC-1001", 1), line("AC-2002", 1))
		f.asks("LEAD-2", line("AC-2002", 2))
		f.means("9506000134352", "product", "sale_order", "sale_order")
		f.means("(01)09506000134352(10)L1", "product", "sale_order", "sale_order")
		if n := f.searched("sale_order", "9506000134352"); n != 2 {
			t.Errorf("the list finds %d orders by a product, want 2", n)
		}
		f.Act("sale_order", first, "cancel", nil)
		f.means("9506000134352", "product", "sale_order")
		if n := f.searched("sale_order", "9506000134352"); n != 1 {
			t.Errorf("the list finds %d orders by a product once one is cancelled", n)
		}
		f.tellsThatThereAreMore("9506000134352")
		f.Session = f.Server.Login(t, "consignor", "globex")
		f.means("9506000134352")
	})
}

// tellsThatThereAreMore orders a product so often that the orders of the newest lines
// alone are found; the list says that there are more, and so do groups of them.
func (f *floor) tellsThatThereAreMore(code string) {
	f.Helper()
	says := func(want bool) {
		f.Helper()
		var page, groups struct{ TotalIsFloor bool }
		f.Ask("data/sale_order/query", m{"search": code, "total": "exact", "size": 1}).Into(f, &page)
		f.Ask("data/sale_order/aggregate", m{"search": code, "group": []string{"status"}, "measures": []m{{"fn": "count", "as": "n"}}}).Into(f, &groups)
		if page.TotalIsFloor != want || groups.TotalIsFloor != want {
			f.Errorf("that there are more the list says: %v, its groups: %v, want %v", page.TotalIsFloor, groups.TotalIsFloor, want)
		}
	}
	says(false)
	many := make([]m, 500)
	for i := range many {
		many[i] = line("AC-2002", 1)
	}
	for i := range 4 {
		f.asks(fmt.Sprint("MANY-", i), many...)
	}
	says(true)
	f.exportsThemAll(code, "LEAD-2", "MANY-0", "MANY-1", "MANY-2", "MANY-3")
}

// exportsThemAll wants every order that a code leads to in a file, and in the figures
// that a file of a grouped list is made of.
func (f *floor) exportsThemAll(code string, orders ...string) {
	f.Helper()
	desk := f.Server.Exchange
	ask := exchange.Export{Table: "sale_order", Search: code, Fields: []string{"ext_no"}, Format: exchange.FormatCSV, Actor: auth.System("test")}
	content, _, err := desk.Export(f.Context(), ask, func(int) error { return nil })
	if got := strings.Fields(strings.TrimPrefix(string(content), "\ufeff")); err != nil || !slices.Equal(got[1:], orders) {
		f.Errorf("the file has %v, %v, want %v", got, err, orders)
	}
	groups := query.Aggregation{Search: code, Measures: []query.Measure{{Fn: "count", As: "n"}}, Whole: true}
	page, err := desk.Query.Aggregate(f.Context(), access.System(desk.Release(), "test"), "sale_order", groups)
	if err != nil || string(page.Bytes()) != fmt.Sprintf(`{"rows":[{"n":%d}],"totalIsFloor":false}`, len(orders)) {
		f.Errorf("the figures are %s, %v, want %d", page.Bytes(), err, len(orders))
	}
}

// TestANumberOfManyRecordsLeavesNoneOut: one truck brings more notices than a scan
// offers; the list of their lines says that there are more, a file has them all.
func TestANumberOfManyRecordsLeavesNoneOut(t *testing.T) {
	each(t, func(f *floor) {
		const notices = 51
		for range notices {
			f.Ask("data/asn/save", m{"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "carrier_no": "TRUCK-1", "lines": []m{line("AC-1001", 1)}})
		}
		var page struct{ TotalIsFloor bool }
		f.Ask("data/asn_line/query", m{"search": "TRUCK-1", "total": "exact"}).Into(t, &page)
		if !page.TotalIsFloor {
			t.Error("the list does not say that there are more")
		}
		ask := exchange.Export{Table: "asn_line", Search: "TRUCK-1", Fields: []string{"qty"}, Format: exchange.FormatCSV, Actor: auth.System("test")}
		content, _, err := f.Server.Exchange.Export(t.Context(), ask, func(int) error { return nil })
		if got := strings.Count(string(content), "\n") - 1; err != nil || got != notices {
			t.Errorf("the file has %d lines, %v, want %d", got, err, notices)
		}
	})
}
