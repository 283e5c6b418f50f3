package impact

import (
	"testing"

	"github.com/wareloom/wareloom/engine/access/accesstest"
)

// Changes of the house.
var (
	noColour   = [3]string{"item.table.json", `{"key": "colour", "type": "text", "title": {"zh": "colour", "en": "colour", "es": "colour"}, "max_length": 60}, `, ""}
	noColumn   = [3]string{"item.list.json", `, {"key": "colour"}`, ""}
	noItemList = [3]string{"item.list.json", "", ""}
	noItemMenu = [3]string{"office.menu.json", `{"key": 11, "parent": 1, "route": "/goods/items", "title": {"zh": "Items", "en": "Items", "es": "Items"}, "screen": "list:item"}, `, ""}
	noOrders   = [3]string{"office.menu.json", `{"key": 12, "parent": 1, "route": "/goods/orders", "title": {"zh": "Orders", "en": "Orders", "es": "Orders"}, "screen": "list:order"}, `, ""}
	noOwnMenu  = [3]string{"office.menu.json", `"user_type": "client", "screen": "list:item"}`, `"user_type": "client"}`}
)

// TestAFieldThatGoesTakesItsValues counts the records that have one, and tells where it is
// named in what stays.
func TestAFieldThatGoesTakesItsValues(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for _, colour := range []any{"red", "blue", nil} {
			h.Insert("item", accesstest.Row{"customer_id": h.customer, "code": "A", "colour": colour})
		}
		h.names["table item colour"] = []Place{{Kind: "list", Key: "item", Path: "columns/1"}, {Kind: "table", Key: "item"}, {Kind: "report", Key: "gone"}}
		found := h.weigh(noColour, noColumn)
		want(t, "breaks", told(found.Breaks), "field table item fields/colour: 2 records")
		if where := found.Breaks[0].Where; len(where) != 1 || where[0].Path != "columns/1" {
			t.Errorf("it is named at %+v, want the list alone", where)
		}
	})
}

// TestAFieldWithoutAColumnHasNoRecords takes one away that was worked out on reading.
func TestAFieldWithoutAColumnHasNoRecords(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.Insert("item", accesstest.Row{"customer_id": h.customer, "code": "A"})
		shown := [3]string{"item.table.json", `, {"key": "shown", "type": "text", "title": {"zh": "shown", "en": "shown", "es": "shown"}, "max_length": 60, "computed": "row.code + '!'"}`, ""}
		want(t, "breaks", told(h.weigh(shown).Breaks), "field table item fields/shown: 0 records")
	})
}

// TestAScreenThatGoesIsToldWithItsPlaces counts where a list is named, in what stays.
func TestAScreenThatGoesIsToldWithItsPlaces(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.names["list item"] = []Place{{Kind: "menu", Key: "office"}, {Kind: "list", Key: "item"}, {Kind: "home", Key: "none"}}
		found := h.weigh(noItemList, noItemMenu, noOwnMenu)
		want(t, "breaks", told(found.Breaks), "object list item : 1 places")
	})
}

// TestATableThatGoesTakesItsRecords counts them; the fields of it are not told as well.
func TestATableThatGoesTakesItsRecords(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for _, code := range []string{"A", "B", "C"} {
			h.Insert("item", accesstest.Row{"customer_id": h.customer, "code": code})
		}
		found := h.weigh(noItemList, noItemMenu, noOwnMenu, [3]string{"item.table.json", "", ""}, [3]string{"item_file.mapping.json", "", ""})
		want(t, "breaks", told(found.Breaks), "object list item : 0 places", "object mapping item_file : 0 places", "object table item : 3 records")
	})
}

// TestAnImportThatLacksWhatIsAskedIsTold has a field become one that people must fill, in
// several ways.
func TestAnImportThatLacksWhatIsAskedIsTold(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		colour := `{"key": "colour", "type": "text", `
		field := func(more string) [3]string { return [3]string{"item.table.json", colour, colour + more} }
		for name, tt := range map[string]struct {
			change [3]string
			want   []string
		}{
			"as before":            {field(""), nil},
			"required":             {field(`"required": true, `), []string{"unfilled mapping item_file columns: 1 places"}},
			"with a default":       {field(`"required": true, "default": {"is": "red"}, `), nil},
			"which the file fills": {[3]string{"item_file.mapping.json", `{"key": "code"}`, `{"key": "code"}, {"key": "colour"}`}, nil},
			"a new one, required":  {[3]string{"item.table.json", colour, `{"key": "size", "type": "text", "title": {"zh": "s", "en": "s", "es": "s"}, "required": true}, ` + colour}, []string{"unfilled mapping item_file columns: 1 places"}},
			"a new one, not":       {[3]string{"item.table.json", colour, `{"key": "size", "type": "text", "title": {"zh": "s", "en": "s", "es": "s"}}, ` + colour}, nil},
		} {
			want(t, name, told(h.weigh(tt.change).Breaks), tt.want...)
		}
	})
}
