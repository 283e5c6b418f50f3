package metadata_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/meta"
)

// places are the fields by which records of one owner, or of one place, are told
// from those of another.
var places = []string{"consignor_id", "warehouse_id", "port_id"}

// apart are references between records that both have such a field and need not
// agree in it, each with its reason. "table.*" is all of a table's.
var apart = map[string]string{
	"quant.*":                           "the ledger posts by set and proves itself: wareloom verify",
	"stock_move.*":                      "the ledger posts by set and proves itself: wareloom verify",
	"reservation.*":                     "the ledger reserves by set and proves itself: wareloom verify",
	"pick_task.*":                       "copied from a reservation and its order line, by set",
	"material_use.product_id":           "a carton is the house's, what goes into it a consignor's",
	"work_order_material.product_id":    "packing material is the house's, what is packed a consignor's",
	"serial.quant_id":                   "kept by the ledger beside the quant",
	"owner_transfer_line.to_product_id": "what goods become when they change their owner is a product of the other",
	"tracking_event.waybill_id":         "an event takes its owner from its waybill",
	"fee_row.fee_rule_id":               "billing writes it: a rule is everybody's or the fee's consignor's",
	"fee_row.reverse_of_id":             "billing writes it as a copy; wareloom verify compares the consignors",
	"freight_offer.*":                   "rating asks all sheets for the port, carrier and consignor of the enquiry",
	"freight_offer_part.*":              "rating asks all sheets for the port, carrier and consignor of the enquiry",
	"waybill.freight_sheet_id":          "rating writes it: a sheet in force for the waybill's port and consignor",
	"waybill.merged_into_id":            "parcels writes it: only parcels that agree in owner, warehouse and port become one",
	"waybill.split_from_id":             "parcels writes it: what is split off has its head from the parcel it was in",
	"rma.sale_order_id":                 "goods may come back to another warehouse than they left",
}

// TestReferencesStayWithTheirOwner walks the model: a record of an owner, or of a
// place, refers to another such record only if a where says how they agree.
func TestReferencesStayWithTheirOwner(t *testing.T) {
	t.Parallel()
	model, err := reader().Load(sources(t)...)
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for key, table := range model.Tables {
		for i := range table.Fields {
			f := &table.Fields[i]
			to := model.Tables[f.To]
			if to == nil || to.Key == "user" || table.Head != nil && table.Head.Field == f.Key {
				continue // a person works for many, a line belongs to its head
			}
			for _, place := range shared(model, table, to) {
				if name := excused(key, f.Key); name != "" {
					used[name] = true
				} else if !agrees(f.Where, place) {
					t.Errorf("%s.%s: both sides have a %s; say in where how they agree", key, f.Key, place)
				}
			}
		}
	}
	for name := range apart {
		if !used[name] {
			t.Errorf("%s is excused and needs no excuse", name)
		}
	}
}

// TestParametersStayWithTheirRecord holds references among the parameters of actions
// to the record in the same way.
func TestParametersStayWithTheirRecord(t *testing.T) {
	t.Parallel()
	model, err := reader().Load(sources(t)...)
	if err != nil {
		t.Fatal(err)
	}
	for key, document := range model.Documents {
		for _, action := range document.Actions {
			for i := range action.Params {
				f := &action.Params[i]
				if to := model.Tables[f.To]; to != nil && to.Key != "user" && len(shared(model, model.Tables[key], to)) > 0 && !strings.Contains(string(f.Where), "record.") {
					t.Errorf("%s.%s: parameter %s is of no record; say in where how they agree", key, action.Key, f.Key)
				}
			}
		}
	}
}

// shared are the places that records of two tables both have, those of heads
// included.
func shared(model *meta.Model, from, to *meta.Table) []string {
	return slices.DeleteFunc(slices.Clone(places), func(place string) bool { return !has(model, from, place) || !has(model, to, place) })
}

func has(model *meta.Model, table *meta.Table, field string) bool {
	for ; table != nil; table = headOf(model, table) {
		if _, found := table.Field(field); found {
			return true
		}
	}
	return false
}

func headOf(model *meta.Model, table *meta.Table) *meta.Table {
	if table.Head == nil {
		return nil
	}
	return model.Tables[table.Head.Table]
}

func excused(table, field string) string {
	for _, name := range []string{table + "." + field, table + ".*"} {
		if apart[name] != "" {
			return name
		}
	}
	return ""
}

// agrees reports whether a condition binds a place: by itself, or because the
// record and the other belong to the same third one that has it.
func agrees(where meta.Expression, place string) bool {
	if strings.Contains(string(where), "record."+place) {
		return true
	}
	return slices.ContainsFunc(same, func(link string) bool { return strings.Contains(string(where), link) })
}

// same are conditions that both sides belong to one document, and so to one owner
// and place.
var same = []string{"row.sale_order_id == record.sale_order_id", "row.asn_id == record.asn_id"}
