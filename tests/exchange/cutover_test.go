package exchange

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/product"
	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/exchange"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/seeds"
)

// house is what the small house fills into the templates, by mapping.
var house = map[string][]row{
	"brand_import":             {{"code": "B1", "name": "Brand"}},
	"carrier_import":           {{"code": "EXP", "name": "Express"}},
	"client_import":            {{"code": "C1", "name": "Client"}},
	"department_import":        {{"code": "D1", "name": "Floor"}},
	"product_type_import":      {{"code": "T1", "name": "Care"}, {"code": "T2", "name": "Soap"}},
	"provider_import":          {{"code": "P1", "name": "Maker"}},
	"warehouse_import":         {{"code": "W1", "name": "House", "time_zone": "Europe/Madrid"}},
	"consignor_import":         {{"code": "ACME", "name": "Acme", "client_id.code": "C1"}},
	"linker_import":            {{"client_id.code": "C1", "name": "Lin"}},
	"port_import":              {{"code": "PT", "name": "Port", "country": "CN"}},
	"carrier_account_import":   {{"code": "A1", "name": "Account", "carrier_id.code": "EXP", "account_env": "live", "number_source": "pool"}},
	"consignor_address_import": {{"consignor_id.code": "ACME", "alias": "Home", "receiver": "Ann", "phone": "600123123", "detail": "Street 1"}},
	"freight_import":           {{"code": "F1", "name": "Prices", "port_id.code": "PT", "carrier_id.code": "EXP", "currency": "CNY", "valid_from": "2020-01-01", "zone": "*", "weight_from": "0", "first_weight": "1", "step_weight": "1", "weight_to": "30", "first_price": "10", "step_price": "2"}},
	"product_import": {
		{"consignor_id.code": "ACME", "sku": "S-1", "name": "Soap", "product_type_id.code": "T2", "brand_id.code": "B1", "provider_id.code": "P1", "weight": "0.5"},
		{"consignor_id.code": "ACME", "sku": "S-2", "name": "Sponge"},
	},
	"user_import": {
		{"account": "ann", "true_name": "Ann", "department_id.code": "D1", "role_id.code": "admin"},
		{"account": "bob", "true_name": "Bob", "role_id.code": "admin"},
	},
	"storage_area_import":      {{"warehouse_id.code": "W1", "code": "A", "name": "Bins", "area_kind": "picking"}, {"warehouse_id.code": "W1", "code": "F", "name": "Floor", "area_kind": "sending"}},
	"number_segment_import":    {{"carrier_account_id.code": "A1", "prefix": "X", "from_no": "1", "to_no": "500"}},
	"product_barcode_import":   {{"consignor_id.code": "ACME", "sku": "S-1", "barcode": "6901234567892"}},
	"product_component_import": {{"consignor_id.code": "ACME", "sku": "S-1", "component_id.sku": "S-2", "qty": "2"}},
	"product_unit_import":      {{"consignor_id.code": "ACME", "sku": "S-1", "unit": "carton", "factor": "12"}},
	"position_import": {
		{"warehouse_id.code": "W1", "storage_area_id.code": "A", "code": "A-01", "pick_seq": "1"},
		{"warehouse_id.code": "W1", "storage_area_id.code": "A", "code": "A-02"},
		{"warehouse_id.code": "W1", "storage_area_id.code": "F", "code": "F-IN", "position_use": "staging_in"},
		{"warehouse_id.code": "W1", "storage_area_id.code": "F", "code": "F-TOTE", "position_use": "tote"},
		{"warehouse_id.code": "W1", "storage_area_id.code": "F", "code": "F-OUT", "position_use": "ship_staging"},
	},
	"opening_stock": {{"consignor_id.code": "ACME", "warehouse_id.code": "W1", "ext_no": "O-1", "position_id.code": "A-01", "product_id.sku": "S-1", "qty": "10"}},
}

// missing is what the check names of the house once it is loaded.
var missing = map[string]string{
	"carriers.no_account":     "DHL EMS SF YTO ZTO",
	"carriers.no_weight":      "ACME S-2",
	"inventory.no_stock":      "W1",
	"inventory.no_walk":       "W1 A-02",
	"inventory.opening_waits": "*", // whatever number it was given
	"rating.no_sheet":         "EXP",
	"returns.no_place":        "W1",
}

type row map[string]string

// mover moves the house.
type mover struct {
	*testing.T
	*apptest.Server
}

// TestAHouseMovesIn moves a small house into the bare product: it fills the templates, loads
// them in their order, and mends what the check names until nothing is missing.
func TestAHouseMovesIn(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		p, err := product.Wareloom()
		if err != nil {
			t.Fatal(err)
		}
		m := mover{t, apptest.StartProduct(t, dsn, p)}
		base, err := fs.Sub(seeds.Files, "base")
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Seed(t.Context(), base, apptest.Password); err != nil {
			t.Fatal(err)
		}
		if names := m.missing(); names["inventory.no_warehouse"] == "" && len(names) < 4 {
			t.Errorf("of an empty house only %v is missing", names)
		}
		m.loads()
		if got := m.missing(); !maps.EqualFunc(got, missing, func(is, want string) bool { return is == want || want == "*" }) {
			t.Fatalf("missing: %v\nwant %v", got, missing)
		}
		m.mends()
		if got := m.missing(); len(got) > 0 {
			t.Errorf("after mending is missing: %v", got)
		}
	})
}

// missing are the names of what lacks something, by finding.
func (m mover) missing() map[string]string {
	m.Helper()
	report, err := m.Cutover(m.Context(), "en")
	if err != nil {
		m.Fatal(err)
	}
	found := map[string]string{}
	for _, f := range report.Findings {
		var names []string
		for _, r := range f.Records {
			names = append(names, r.Detail)
		}
		if f.Sentence == "" || f.Remedy == "" || f.Menu == "" {
			m.Errorf("%s is told as %+v", f.Key, f)
		}
		found[f.Key] = strings.Join(names, " ")
	}
	if report.OK != (len(found) == 0) {
		m.Errorf("ok is %v with %d findings", report.OK, len(found))
	}
	return found
}

// loads fills every template and loads it in its turn; then what waits for a second load.
func (m mover) loads() {
	m.Helper()
	list, err := m.Exchange.Templates(m.Context(), "en", auth.System("test"))
	if err != nil {
		m.Fatal(err)
	}
	order := m.sheet(list[0].Content)
	if len(list) != len(house)+2 { // the sheet of the order, and spare numbers, of which the house has none
		m.Errorf("%d files for %d kinds of data", len(list), len(house))
	}
	if last := order[len(order)-1]; last[len(last)-1] != "opening_stock" {
		m.Errorf("the last is %v, want the opening stock", last)
	}
	for i, f := range list[1:] {
		line := order[i+1]
		if line[0] != f.Name {
			m.Fatalf("file %d is %q, the order says %q", i+1, f.Name, line[0])
		}
		m.marks(line[3])
		m.load(line[3], f.Content, house[line[3]])
		if line[3] == "product_type_import" {
			if !strings.Contains(line[2], "Superior") && !strings.Contains(line[2], "Parent") {
				m.Errorf("of product types the order says %q", line[2])
			}
			m.load(line[3], f.Content, []row{{"code": "T2", "name": "Soap", "parent_id.code": "T1"}})
		}
	}
}

// load fills a template and imports it; every row must be taken.
func (m mover) load(mapping string, template []byte, rows []row) {
	m.Helper()
	if len(rows) == 0 {
		return
	}
	filled := m.fill(m.Catalog.Current().Mappings[mapping], template, rows)
	out, err := m.Exchange.Import(m.Context(), exchange.Import{Mapping: mapping, Actor: auth.System("test"), Language: "en"}, mapping+".xlsx", filled, func(int, int) error { return nil }, nil)
	if err != nil {
		m.Fatalf("%s: %v", mapping, err)
	}
	if out.OK != len(rows) || out.Failed > 0 {
		m.Fatalf("%s: %d of %d rows are taken: %+v", mapping, out.OK, len(rows), out.Errors)
	}
}

// fill writes rows into the first sheet of a template, whose columns are those of the mapping
// that a file gives.
func (m mover) fill(mapping *catalog.Mapping, template []byte, rows []row) []byte {
	m.Helper()
	book, err := excelize.OpenReader(bytes.NewReader(template))
	if err != nil {
		m.Fatal(err)
	}
	var columns []string
	for _, c := range slices.Concat(mapping.Columns, mapping.Lines) {
		if c.Value == nil {
			columns = append(columns, c.Path.String())
		}
	}
	if head := m.sheet(template)[0]; len(head) != len(columns) {
		m.Fatalf("%s has the columns %v, want %v", mapping.Key, head, columns)
	}
	for i, r := range rows {
		for column, value := range r {
			at := slices.Index(columns, column)
			cell, err := excelize.CoordinatesToCellName(at+1, i+2)
			if err != nil {
				m.Fatalf("%s has no column %s: %v", mapping.Key, column, err)
			}
			if err := book.SetCellStr(book.GetSheetName(0), cell, value); err != nil {
				m.Fatal(err)
			}
		}
	}
	var out bytes.Buffer
	if err := book.Write(&out); err != nil {
		m.Fatal(err)
	}
	return out.Bytes()
}

func (m mover) sheet(content []byte) [][]string {
	m.Helper()
	book, err := excelize.OpenReader(bytes.NewReader(content))
	if err != nil {
		m.Fatal(err)
	}
	rows, err := book.GetRows(book.GetSheetName(0))
	if err != nil {
		m.Fatal(err)
	}
	return rows
}

// mends does what the remedies say.
func (m mover) mends() {
	m.Helper()
	m.save("carrier", `SELECT id FROM carrier WHERE code <> 'EXP'`, plugin.Row{"enabled": false})
	m.save("product", `SELECT id FROM product WHERE sku = 'S-2'`, plugin.Row{"weight": "0.1"})
	m.save("position", `SELECT id FROM position WHERE code = 'A-02'`, plugin.Row{"pick_seq": 2})
	m.act("freight_sheet", `SELECT id FROM freight_sheet WHERE code = 'F1'`, "activate")
	m.act("other_io", `SELECT id FROM other_io WHERE io_type = 'opening'`, "audit", "post")
	m.save("", "", plugin.Row{"warehouse_id": plugin.Row{"code": "W1"}, "storage_area_id": plugin.Row{"code": "F"}, "code": "F-BACK", "position_use": "returns"})
}

// ids finds records; none without a question.
func (m mover) ids(question string) (ids []int64) {
	m.Helper()
	err := m.DB.Read(m.Context(), func(ctx context.Context, tx *store.Tx) error { return tx.Select(ctx, &ids, question) })
	if err != nil || len(ids) == 0 {
		m.Fatalf("%s finds %d: %v", question, len(ids), err)
	}
	return ids
}

// save changes records alike; without a question it makes a position.
func (m mover) save(table, question string, change plugin.Row) {
	m.Helper()
	rows := []plugin.Row{change}
	if question == "" {
		table = "position"
	} else {
		rows = nil
		for _, id := range m.ids(question) {
			r := maps.Clone(change)
			r["id"] = id
			rows = append(rows, r)
		}
	}
	err := m.DB.Write(m.Context(), func(ctx context.Context, tx *store.Tx) error {
		data, err := m.Documents.Open(ctx, tx, m.Catalog.Current(), auth.System("test"))
		for _, r := range rows {
			if err == nil {
				_, err = data.Save(ctx, table, r)
			}
		}
		return err
	})
	if err != nil {
		m.Fatalf("save %s: %v", table, err)
	}
}

func (m mover) act(table, question string, actions ...string) {
	m.Helper()
	var rights *access.Rights
	err := m.DB.Read(m.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
		rights, err = m.Access.For(ctx, tx, m.Catalog.Current(), auth.System("test"))
		return err
	})
	if err != nil {
		m.Fatal(err)
	}
	for _, action := range actions {
		if _, err := m.Documents.Act(m.Context(), rights, table, document.Request{Name: action, IDs: m.ids(question)}); err != nil {
			m.Fatal(fmt.Errorf("%s %s: %w", action, table, err))
		}
	}
}

// marks holds that a template marks as required what a record cannot do without.
func (m mover) marks(mapping string) {
	m.Helper()
	it := m.Catalog.Current().Mappings[mapping]
	for _, c := range it.Columns {
		if f := c.Path[0]; f.Meta.Required && f.Default == nil && c.Value == nil && !c.Meta.Required {
			m.Errorf("%s does not mark %s as required", mapping, f.Key)
		}
	}
	if it.Set == nil {
		return
	}
	for _, c := range it.Lines {
		if f := c.Path[0]; f.Meta.Required && f.Default == nil && !c.Meta.Required {
			m.Errorf("%s does not mark %s of its lines as required", mapping, f.Key)
		}
	}
}
