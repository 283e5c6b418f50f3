package contract

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// shelf is a set of products that a check knows wholly; mark begins their skus.
type shelf struct {
	*device
	mark string
}

// stocked makes the shelf: six products, of which some lack values.
func stocked(t *testing.T, s *server) *shelf {
	t.Helper()
	sh := &shelf{s.as(t, "admin"), "Q" + hexID(4) + "-"}
	sh.post(t, "/api/data/brand/upsert", map[string]any{"key": []string{"code"}, "mode": "all", "rows": []any{
		map[string]any{"code": sh.mark + "x", "name": "Xylo " + sh.mark}, map[string]any{"code": sh.mark + "y", "name": "Yucca " + sh.mark},
	}}).ok()
	rows := []any{
		sh.product(1, "Crème Brûlée", 0.1, 10, "x", true), sh.product(2, "creme anglaise", 2, 20, "x", false),
		sh.product(3, "ＡＢＣ 牛奶", 10, nil, "y", true), sh.product(4, "Zebra 100%_", 0.0001, 40, "y", false),
		sh.product(5, "abc milk", nil, 20, nil, false), sh.product(6, "水杯", 1.5, nil, nil, true),
	}
	sh.post(t, "/api/data/product/upsert", map[string]any{"key": []string{"consignor_id", "sku"}, "mode": "all", "rows": rows}).ok()
	return sh
}

func (sh *shelf) product(n int, name string, weight, days, brand any, lots bool) map[string]any {
	row := map[string]any{
		"consignor_id": map[string]any{"code": "ACME"}, "sku": fmt.Sprint(sh.mark, n), "name": name, "base_unit": "pcs",
		"weight": weight, "shelf_life_days": days, "lot_ctl": lots,
	}
	if brand != nil {
		row["brand_id"] = map[string]any{"code": fmt.Sprint(sh.mark, brand)}
	}
	return row
}

// ask queries the shelf with a further filter.
func (sh *shelf) ask(t *testing.T, filter any, more ...any) answer {
	t.Helper()
	all := []any{leaf("sku", "starts", sh.mark)}
	if filter != nil {
		all = append(all, filter)
	}
	body := map[string]any{"filter": and(all...), "sort": []string{"sku"}}
	for i := 0; i < len(more); i += 2 {
		body[more[i].(string)] = more[i+1]
	}
	return sh.post(t, "/api/data/product/query", body)
}

// numbers are those of the products of an answer, one letter each.
func (sh *shelf) numbers(a answer) string {
	text := ""
	for _, sku := range column(a.list("data.rows"), "sku") {
		text += strings.TrimPrefix(sku, sh.mark)
	}
	return text
}

func checkFilters(t *testing.T, s *server) {
	sh := stocked(t, s)
	key := func(n string) map[string]any { return map[string]any{"code": sh.mark + n} }
	id := sh.post(t, "/api/data/brand/query", map[string]any{"filter": is("code", sh.mark+"x")}).ok().num("data.rows.0.id")
	for _, tt := range []struct {
		filter any
		want   string
	}{
		{is("sku", sh.mark+"1"), "1"},
		{leaf("sku", "ne", sh.mark+"1"), "23456"},
		{is("weight", 2), "2"},
		{leaf("weight", "ne", 2), "1346"},
		{leaf("weight", "lt", 1.5), "14"},
		{leaf("weight", "le", 1.5), "146"},
		{leaf("weight", "gt", 1.5), "23"},
		{leaf("weight", "ge", "1.5"), "236"},
		{leaf("weight", "between", []any{0.1, 2}), "126"},
		{leaf("weight", "in", []any{0.1, 10}), "13"},
		{leaf("weight", "nin", []any{0.1, 10}), "246"},
		{leaf("shelf_life_days", "null", nil), "36"},
		{leaf("shelf_life_days", "notnull", nil), "1245"},
		{map[string]any{"field": "shelf_life_days", "op": "null"}, "36"},
		{is("shelf_life_days", nil), "36"},
		{leaf("shelf_life_days", "ne", nil), "1245"},
		{leaf("shelf_life_days", "between", []any{10, 20}), "125"},
		{leaf("lot_ctl", "eq", true), "136"},
		{leaf("name", "like", "CREME"), "12"},
		{leaf("name", "like", "brulee"), "1"},
		{leaf("name", "starts", "abc"), "35"},
		{leaf("name", "like", "100%_"), "4"},
		{leaf("name", "like", "%"), "4"},
		{leaf("name", "like", "水"), "6"},
		{leaf("brand_id", "eq", id), "12"},
		{leaf("brand_id", "in", []any{id}), "12"},
		{leaf("brand_id", "eq", key("y")), "34"},
		{leaf("brand_id", "null", nil), "56"},
		{is("brand_id.code", sh.mark+"x"), "12"},
		{leaf("brand_id.name", "like", "yucca"), "34"},
		{leaf("brand_id.name", "null", nil), "56"},
		{is("consignor_id.code", "ACME"), "123456"},
		{is("consignor_id", map[string]any{"code": "GLOBEX"}), ""},
		{leaf("id", "gt", 0), "123456"},
		{leaf("created_at", "ge", "2020-01-01T00:00:00+08:00"), "123456"},
		{leaf("created_at", "lt", "2020-01-01T00:00:00Z"), ""},
		{map[string]any{"or": []any{is("weight", 2), is("weight", 10)}}, "23"},
		{map[string]any{"not": is("lot_ctl", true)}, "245"},
		{map[string]any{"not": leaf("weight", "gt", 1.5)}, "1456"},
		{and(is("lot_ctl", true), map[string]any{"or": []any{is("weight", 0.1), leaf("weight", "between", []any{9, 11})}}), "13"},
		{map[string]any{"or": []any{}}, ""},
		{map[string]any{"and": []any{}}, "123456"},
		{leaf("weight", "in", []any{}), ""},
	} {
		t.Run(show(tt.filter), func(t *testing.T) {
			if got := sh.numbers(sh.ask(t, tt.filter).ok()); got != tt.want {
				t.Errorf("found %q, want %q", got, tt.want)
			}
		})
	}
	checkWrongFilters(t, sh)
}

func checkWrongFilters(t *testing.T, sh *shelf) {
	many := make([]any, 60)
	for i := range many {
		many[i] = is("sku", "x")
	}
	for name, tt := range map[string]struct {
		filter any
		path   string
	}{
		"unknown field":      {is("ghost", 1), "filter.field"},
		"unknown hop":        {is("brand_id.ghost", 1), "filter.field"},
		"hop over no ref":    {is("name.x", 1), "filter.field"},
		"too many hops":      {is("product_type_id.parent_id.parent_id.parent_id.parent_id.name", 1), "filter.field"},
		"unknown operator":   {leaf("name", "regexp", ".*"), "filter.op"},
		"value of its type":  {leaf("weight", "eq", "heavy"), "filter.value"},
		"between needs two":  {leaf("weight", "between", []any{1}), "filter.value"},
		"in needs a list":    {leaf("weight", "in", 1), "filter.value"},
		"like needs a text":  {leaf("name", "like", 5), "filter.value"},
		"like on a number":   {leaf("weight", "like", "5"), "filter.op"},
		"too many nodes":     {and(many...), "filter"},
		"neither leaf":       {map[string]any{"xor": []any{}}, "filter"},
		"unknown key member": {is("brand_id", map[string]any{"ghost": "x"}), "filter.value"},
	} {
		t.Run(name, func(t *testing.T) {
			sh.post(t, "/api/data/product/query", map[string]any{"filter": tt.filter}).invalid(tt.path)
		})
	}
}

func checkPage(t *testing.T, s *server) {
	sh := stocked(t, s)
	t.Run("sort", func(t *testing.T) {
		for _, tt := range []struct {
			sort []string
			want string
		}{
			{[]string{"sku"}, "123456"},
			{[]string{"-sku"}, "654321"},
			{[]string{"weight"}, "416235"},
			{[]string{"-weight"}, "532614"}, // nulls last, then first
			{[]string{"shelf_life_days", "-sku"}, "152463"},
			{[]string{"brand_id.code", "-sku"}, "214365"},
			{[]string{"lot_ctl", "sku"}, "245136"},
		} {
			if got := sh.numbers(sh.ask(t, nil, "sort", tt.sort).ok()); got != tt.want {
				t.Errorf("%v: %s, want %s", tt.sort, got, tt.want)
			}
		}
		sh.ask(t, nil, "sort", []string{"ghost"}).invalid("sort[0]")
	})
	t.Run("pages and cursors", func(t *testing.T) { checkCursor(t, sh) })
	t.Run("totals and sums", func(t *testing.T) {
		a := sh.ask(t, nil, "size", 2, "total", true, "sums", []string{"weight", "shelf_life_days"}).ok()
		a.has(map[string]any{"data.total": 6, "data.totalIsFloor": false, "data.sums.shelf_life_days": 90})
		if got := show(a.at("data.sums.weight")); got != "13.6001" {
			t.Errorf("sum of weights = %s", got)
		}
		sh.ask(t, is("lot_ctl", true), "total", "exact").ok().has(map[string]any{"data.total": 3, "data.totalIsFloor": false})
		if _, has := sh.ask(t, nil).ok().at("data").(map[string]any)["total"]; has {
			t.Error("a total that nobody asked for")
		}
		sh.ask(t, nil, "sums", []string{"name"}).invalid("sums[0]")
		sh.ask(t, nil, "total", "perhaps").invalid("total")
	})
	t.Run("fields", func(t *testing.T) {
		a := sh.ask(t, is("sku", sh.mark+"1"), "fields", []string{"sku", "brand_id", "brand_id.name"}).ok()
		a.members("data.rows.0", "id", "sku", "brand_id", "brand_id__label", "brand_id.name")
		if _, has := a.at("data.rows.0").(map[string]any)["weight"]; has {
			t.Error("a field that nobody asked for")
		}
		sh.ask(t, nil, "fields", []string{"ghost"}).invalid("fields[0]")
	})
	t.Run("values", func(t *testing.T) { checkValues(t, sh) })
	t.Run("search", func(t *testing.T) {
		for search, want := range map[string]string{"brulee": "1", "CREME": "12", "abc": "35", sh.mark + "4": "4", "abc milk": "5", "no such": ""} {
			if got := sh.numbers(sh.ask(t, nil, "search", search).ok()); got != want {
				t.Errorf("search %q finds %q, want %q", search, got, want)
			}
		}
	})
	t.Run("limits", func(t *testing.T) {
		sh.ask(t, nil, "size", 500).ok()
		sh.ask(t, nil, "size", 501).invalid("size")
		sh.ask(t, nil, "size", -1).invalid("size")
		sh.ask(t, nil, "page", -1).invalid("page")
		sh.ask(t, nil, "cursor", "broken").invalid("cursor")
		sh.ask(t, nil, "size", "many").invalid("size")
	})
}

func checkCursor(t *testing.T, sh *shelf) {
	for _, sort := range [][]string{{"sku"}, {"-weight"}, {"shelf_life_days"}, {"-shelf_life_days", "name"}, {"brand_id.code"}} {
		whole, pieces, paged, cursor := sh.numbers(sh.ask(t, nil, "sort", sort).ok()), "", "", any("")
		for page := 1; page <= 3; page++ {
			a := sh.ask(t, nil, "sort", sort, "size", 2, "cursor", cursor).ok()
			pieces += sh.numbers(a)
			cursor = a.at("data.nextCursor")
			if (cursor == nil || cursor == "") != (page == 3) {
				t.Errorf("%v, page %d: nextCursor = %v", sort, page, cursor)
			}
			paged += sh.numbers(sh.ask(t, nil, "sort", sort, "size", 2, "page", page).ok())
		}
		if pieces != whole || paged != whole {
			t.Errorf("%v: %s by cursor, %s by page, %s whole", sort, pieces, paged, whole)
		}
	}
}

// checkValues proves how values of every type are written.
func checkValues(t *testing.T, sh *shelf) {
	a := sh.ask(t, is("sku", sh.mark+"4")).ok()
	a.has(map[string]any{"data.rows.0.shelf_life_days": 40, "data.rows.0.lot_ctl": false, "data.rows.0.status": a.at("data.rows.0.status")})
	if got := show(a.at("data.rows.0.weight")); got != "0.0001" {
		t.Errorf("weight = %s", got)
	}
	if got := show(sh.ask(t, is("sku", sh.mark+"6")).ok().at("data.rows.0.weight")); got != "1.5" {
		t.Errorf("weight = %s, want 1.5 without trailing zeros", got)
	}
	if !instant.MatchString(a.str("data.rows.0.created_at")) {
		t.Errorf("created_at = %v", a.at("data.rows.0.created_at"))
	}
	a.str("data.rows.0.consignor_id__label")
	if _, err := strconv.ParseInt(show(a.at("data.rows.0.id")), 10, 64); err != nil {
		t.Error(err)
	}
	got := sh.post(t, "/api/data/product/get", map[string]any{"id": a.num("data.rows.0.id")}).ok()
	got.members("data", "id", "version", "created_at", "created_by", "updated_at", "updated_by", "barcodes", "units", "_can")
	listed := sh.ask(t, nil, "can", true).ok()
	if _, is := listed.at("data.rows.0._can").([]any); !is {
		t.Errorf("can:true gives %v", listed.at("data.rows.0"))
	}
	if listed := sh.ask(t, nil).ok(); slices.Contains(keys(listed.at("data.rows.0")), "_can") {
		t.Error("_can in a list that did not ask")
	}
}

func keys(object any) []string {
	var names []string
	members, _ := object.(map[string]any)
	for name := range members {
		names = append(names, name)
	}
	return names
}
