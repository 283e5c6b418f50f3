package rating

import (
	"context"
	"embed"
	"io/fs"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/rating/contract"
)

//go:embed all:metadata
var metadata embed.FS

// Tables that the plugin reads or writes.
const (
	sheet   = "freight_sheet"
	enquiry = "freight_quote"
	waybill = "waybill"
)

// Plugin brings freight prices.
type Plugin struct {
	Rates *Rates
}

// Name is the plugin's name.
func (Plugin) Name() string { return "rating" }

// Register adds the effects of sheets, quotes and waybills.
func (p Plugin) Register(r *plugin.Registrar) {
	if files, err := fs.Sub(metadata, "metadata"); err == nil {
		r.Metadata(files)
	}
	r.Effect("prove", prove)
	r.Effect("quote", p.Rates.ask)
	r.Effect("price", p.Rates.price)
	r.Invariant(plugin.Breaking("rating.freight_equals_parts", `SELECT w.id, w.doc_no || ' has ' || COALESCE(w.freight, 0) || ', parts ' || SUM(p.amount) FROM waybill w
		JOIN waybill_freight p ON p.waybill_id = w.id GROUP BY w.id, w.doc_no, w.freight HAVING COALESCE(w.freight, 0) <> SUM(p.amount)`))
	r.Invariant(plugin.Breaking("rating.offer_equals_parts", `SELECT o.id, 'offer ' || o.amount || ', parts ' || COALESCE(SUM(p.amount), 0) FROM freight_offer o
		LEFT JOIN freight_offer_part p ON p.freight_quote_id = o.freight_quote_id AND p.freight_sheet_id = o.freight_sheet_id
		WHERE o.quote_refusal IS NULL GROUP BY o.id, o.amount HAVING o.amount <> COALESCE(SUM(p.amount), 0)`))
	r.Ready(readiness)
}

var _ plugin.Plugin = Plugin{}

// ask is the effect rating.quote: the offers for what was asked take the place of those
// before.
func (r *Rates) ask(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	for _, head := range e.Heads {
		quotes, err := r.Quote(ctx, e.Data, parcelOf(head, plugin.Text(head, "quoted_on")))
		if err != nil {
			return err
		}
		if len(quotes) == 0 {
			return fault.New(fault.Invalid, "rating.no_sheet", "day", plugin.Text(head, "quoted_on")).On("port_id")
		}
		if _, err := e.Data.Save(ctx, enquiry, offersOf(head, quotes)); err != nil {
			return err
		}
	}
	return nil
}

// offersOf are the lines of an enquiry.
func offersOf(head plugin.Row, quotes []contract.Quote) plugin.Row {
	var offers, parts []any
	for _, q := range quotes {
		offer := map[string]any{
			"freight_sheet_id": q.SheetID, "carrier_id": null(q.CarrierID), "zone": q.Zone, "chargeable_weight": q.Chargeable, "currency": q.Currency,
		}
		if q.Refusal != "" {
			offer["quote_refusal"] = q.Refusal
		} else {
			offer["amount"], offer["cost"] = q.Amount, q.Cost
		}
		offers = append(offers, offer)
		for _, row := range rowsOf(q.Parts) {
			row["freight_sheet_id"] = q.SheetID
			parts = append(parts, row)
		}
	}
	return plugin.Row{"id": plugin.ID(head), "offers": offers, "parts": parts}
}

// rowsOf are parts as lines keep them.
func rowsOf(parts []contract.Part) []map[string]any {
	rows := make([]map[string]any, len(parts))
	for i, p := range parts {
		rows[i] = map[string]any{"freight_part": p.Key, "name": plugin.OrNil(p.Name), "count": p.Count, "each": p.Each, "amount": p.Amount}
	}
	return rows
}

// parcelOf reads what is to be carried from an enquiry or a waybill.
func parcelOf(row plugin.Row, on string) contract.Parcel {
	return contract.Parcel{
		On: on, PortID: plugin.Int(row, "port_id"), CarrierID: plugin.Int(row, "carrier_id"), ConsignorID: plugin.Int(row, "consignor_id"),
		Zip: plugin.Text(row, "zip"), City: plugin.Text(row, "city"), Country: plugin.Text(row, "country"), Pieces: plugin.Int(row, "pieces"),
		Gross: plugin.Decimal(row, "gross_weight"), Length: plugin.Decimal(row, "length"), Width: plugin.Decimal(row, "width"), Height: plugin.Decimal(row, "height"),
	}
}

// null is nil for 0.
func null(id int64) any {
	if id == 0 {
		return nil
	}
	return id
}

var one = decimal.NewFromInt(1)
