package exchange

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/exchange"
	"github.com/wareloom/wareloom/engine/fault"
)

// asked is the export of the order by a shipped template.
func asked(template string, actor auth.Actor) exchange.Export {
	return exchange.Export{Table: "sale_order", List: "sale_order", Template: template, Format: exchange.FormatCSV, Language: "en", Actor: actor}
}

// rowsOf exports and reads what came out.
func (d *desk) rowsOf(ask exchange.Export) [][]string {
	d.Helper()
	content, _, err := d.Exchange.Export(d.Context(), ask, func(int) error { return nil })
	if err != nil {
		d.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(content, []byte("\ufeff")))).ReadAll()
	if err != nil {
		d.Fatal(err)
	}
	return rows
}

// TestATemplateSaysWhatAFileHolds writes a row for each line, with the columns, masks and
// digits of the template, whatever columns are asked for.
func TestATemplateSaysWhatAFileHolds(t *testing.T) {
	eachDesk(t, func(d *desk) {
		ask := asked("sale_order_lines", auth.System("test"))
		ask.Fields = []string{"remark", "id_no"}
		rows := d.rowsOf(ask)
		if head := strings.Join(rows[0], ","); !strings.HasPrefix(head, "Number,") || !strings.HasSuffix(head, ",Shipped") {
			d.Errorf("headers %s", head)
		}
		lines := d.count("sale_order_line")
		var bare int
		d.read(&bare, "select count(*) from sale_order o where not exists (select 1 from sale_order_line l where l.sale_order_id = o.id)")
		if len(rows)-1 != lines+bare {
			d.Errorf("%d rows, want one of each of %d lines and %d orders without", len(rows)-1, lines, bare)
		}
		if status := slices.Index(rows[0], "Status"); strings.ToLower(rows[1][status]) == rows[1][status] {
			d.Errorf("a state goes out as %q, not in words", rows[1][status])
		}
		phone, qty := slices.Index(rows[0], "Phone"), slices.Index(rows[0], "Quantity")
		for _, row := range rows[1:] {
			if row[phone] != "" && !strings.Contains(row[phone], "***") || strings.Contains(row[qty], ".") {
				d.Fatalf("phone %q, quantity %q", row[phone], row[qty])
			}
		}
	})
}

// TestNobodyExportsAHiddenColumn leaves a column out of the file of who may not read it,
// by template or by choice, and refuses a template of which nothing is left.
func TestNobodyExportsAHiddenColumn(t *testing.T) {
	eachDesk(t, func(d *desk) {
		admin := d.Login(d, "user", "admin")
		lead := auth.Actor{UserID: d.id("user", "account = 'lead'"), Account: "lead", UserType: "user", Language: "en"}
		ask := asked("sale_order_lines", lead)
		before := d.rowsOf(ask)[0]
		for table, hidden := range map[string]string{"sale_order": `"phone", "receiver"`, "sale_order_line": `"qty"`} {
			rule := fmt.Sprintf(`{"role_id": %d, "table_key": %q, "hide": [%s]}`, d.id("role", "code = 'lead'"), table, hidden)
			if saved := d.Do(d, callAs(admin, "/api/data/role_rule/save", rule)); !saved.Result {
				d.Fatal(saved.Text)
			}
		}
		want := slices.DeleteFunc(slices.Clone(before), func(title string) bool { return title == "Phone" || title == "Receiver" || title == "Quantity" })
		if after := d.rowsOf(ask)[0]; len(want) != len(before)-3 || !slices.Equal(after, want) {
			d.Errorf("columns %v, want %v", after, want)
		}
		chosen := exchange.Export{Table: "sale_order", List: "sale_order", Fields: []string{"doc_no", "phone"}, Format: exchange.FormatCSV, Language: "en", Actor: lead}
		for _, row := range d.rowsOf(chosen)[1:] {
			if slices.Contains(row[1:], "13800000000") || len(row) > 1 && row[1] != "" {
				d.Fatalf("a hidden phone goes out: %v", row)
			}
		}
	})
}

// TestATemplateMayBeGrantedByItself lets a role export by one template and nothing else.
func TestATemplateMayBeGrantedByItself(t *testing.T) {
	eachDesk(t, func(d *desk) {
		admin := d.Login(d, "user", "admin")
		picker := auth.Actor{UserID: d.id("user", "account = 'picker'"), Account: "picker", UserType: "user", Language: "en"}
		refused := func(ask exchange.Export) {
			d.Helper()
			if _, _, err := d.Exchange.Export(d.Context(), ask, func(int) error { return nil }); !fault.IsKey(err, "right.missing") {
				d.Errorf("%q: %v, want no right", ask.Template, err)
			}
		}
		refused(asked("sale_order_receivers", picker))
		d.grant(admin, "picker", "sale_order_receivers")
		if rows := d.rowsOf(asked("sale_order_receivers", picker)); rows[0][0] != "Number" {
			d.Errorf("%v", rows[0])
		}
		refused(asked("sale_order_lines", picker))
		refused(asked("", picker))
	})
}

// TestATemplateIsBounded refuses more records than it says, an unknown one, one of another
// table, and a format that it does not offer.
func TestATemplateIsBounded(t *testing.T) {
	eachDesk(t, func(d *desk) {
		template := d.Catalog.Current().Exports["sale_order_lines"]
		most := template.Meta.Most
		template.Meta.Most = d.count("sale_order") - 1
		_, _, err := d.Exchange.Export(d.Context(), asked("sale_order_lines", auth.System("test")), func(int) error { return nil })
		template.Meta.Most = most
		if !fault.IsKey(err, "exchange.too_many_rows") {
			d.Errorf("one record too many: %v", err)
		}
		admin := d.Login(d, "user", "admin")
		for body, want := range map[string]string{
			`{"template": "nowhere"}`: "nowhere", `{"template": "sale_order_receivers", "format": "csv"}`: "xlsx",
		} {
			if told := d.Do(d, callAs(admin, "/api/data/sale_order/export", body)); told.Result || !strings.Contains(told.Text, want) {
				d.Errorf("%s: %s", body, told.Text)
			}
		}
		if told := d.Do(d, callAs(admin, "/api/data/product/export", `{"template": "sale_order_lines"}`)); told.Result {
			d.Errorf("a template of another table is taken")
		}
	})
}

// grant gives a role the button of a menu entry, and the entry.
func (d *desk) grant(admin *apptest.Session, role, button string) {
	d.Helper()
	release, id := d.Catalog.Current(), d.id("role", "code = '"+role+"'")
	for _, item := range release.MenuOrder {
		if item.Users() != "user" || !slices.Contains(release.Buttons(item.ID), button) {
			continue
		}
		d.Do(d, callAs(admin, "/api/data/role_menu/save", fmt.Sprintf(`{"role_id": %d, "menu_id": %d}`, id, item.ID)))
		if saved := d.Do(d, callAs(admin, "/api/data/role_button/save", fmt.Sprintf(`{"role_id": %d, "menu_id": %d, "button": %q}`, id, item.ID, button))); !saved.Result {
			d.Fatal(saved.Text)
		}
		return
	}
	d.Fatalf("no menu entry has a button %s", button)
}
