package rating

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/rating/contract"
	"github.com/wareloom/wareloom/plugins/rating/price"
)

// Rates keeps sheets ready that were asked before, by their id and version.
type Rates struct {
	ready sync.Map // int64 -> kept
}

type kept struct {
	version int64
	table   *price.Table
}

var _ contract.Quotes = (*Rates)(nil)

// Quote asks every sheet; see contract.Quotes.
func (r *Rates) Quote(ctx context.Context, data plugin.Data, p contract.Parcel) ([]contract.Quote, error) {
	sheets, err := serving(ctx, data, p)
	if err != nil {
		return nil, err
	}
	quotes := make([]contract.Quote, 0, len(sheets))
	for _, head := range sheets {
		table, err := r.table(ctx, data, head)
		if err != nil {
			return nil, err
		}
		quotes = append(quotes, quoteOf(head, table, p))
	}
	slices.SortStableFunc(quotes, func(a, b contract.Quote) int {
		return cmp.Or(cmp.Compare(min(len(a.Refusal), 1), min(len(b.Refusal), 1)), a.Amount.Cmp(b.Amount), cmp.Compare(a.Sheet, b.Sheet))
	})
	return quotes, nil
}

// table is the sheet made ready.
func (r *Rates) table(ctx context.Context, data plugin.Data, head plugin.Row) (*price.Table, error) {
	version := plugin.Int(head, "version")
	if found, ok := r.ready.Load(plugin.ID(head)); ok {
		if k, ok := found.(kept); ok && k.version == version {
			return k.table, nil
		}
	}
	table, err := compile(ctx, data, head)
	if err == nil {
		r.ready.Store(plugin.ID(head), kept{version, table})
	}
	return table, err
}

// serving are the sheets that count for a parcel on its day. A consignor's own takes the
// place of that of all.
func serving(ctx context.Context, data plugin.Data, p contract.Parcel) ([]plugin.Row, error) {
	match := plugin.Row{"status": "active"}
	if p.PortID != 0 {
		match["port_id"] = p.PortID
	}
	all, err := data.Find(ctx, sheet, plugin.Where{Match: match, Sort: []string{"code"}})
	if err != nil {
		return nil, err
	}
	special := map[[2]int64]bool{}
	all = slices.DeleteFunc(all, func(s plugin.Row) bool {
		carrier, owner := plugin.Int(s, "carrier_id"), plugin.Int(s, "consignor_id")
		if !contract.InForce(s, p.On) || p.CarrierID != 0 && carrier != 0 && carrier != p.CarrierID || owner != 0 && owner != p.ConsignorID {
			return true
		}
		special[place(s)] = special[place(s)] || owner != 0
		return false
	})
	return slices.DeleteFunc(all, func(s plugin.Row) bool { return plugin.Int(s, "consignor_id") == 0 && special[place(s)] }), nil
}

func place(s plugin.Row) [2]int64 {
	return [2]int64{plugin.Int(s, "port_id"), plugin.Int(s, "carrier_id")}
}

// quoteOf asks one sheet.
func quoteOf(head plugin.Row, table *price.Table, p contract.Parcel) contract.Quote {
	got, refused := table.Quote(price.Parcel{
		Zip: p.Zip, City: p.City, Country: p.Country, Gross: int64(contract.Grams(p.Gross)), Pieces: max(p.Pieces, 1),
		Length: int64(contract.Sides(p.Length)), Width: int64(contract.Sides(p.Width)), Height: int64(contract.Sides(p.Height)),
	})
	q := contract.Quote{
		SheetID: plugin.ID(head), Sheet: plugin.Text(head, "code"), CarrierID: plugin.Int(head, "carrier_id"), PortID: plugin.Int(head, "port_id"),
		Currency: plugin.Text(head, "currency"), Zone: got.Zone, Chargeable: kilos(got.Chargeable), Amount: money(got.Amount), Cost: money(got.Cost), Refusal: refused,
	}
	for _, part := range got.Parts {
		q.Parts = append(q.Parts, contract.Part{
			Key: part.Key, Name: part.Name, Count: counted(part), Each: money(part.Each), Amount: money(part.Amount),
		})
	}
	return q
}

// counted is how many of a part there are: kilograms of the first weight, else pieces.
func counted(part price.Part) decimal.Decimal {
	if part.Key == "first" {
		return kilos(part.Count)
	}
	return decimal.NewFromInt(part.Count)
}
