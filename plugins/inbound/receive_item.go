package inbound

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// item is the goods at hand.
type item struct {
	plugin.Choosing
	LineID   int64           `json:"line,omitempty"`     // first of the lines that want the goods
	Offer    decimal.Decimal `json:"offer"`              // what was scanned so far
	Counting bool            `json:"counting,omitempty"` // by scans: packs, or piece after piece
	Qty      decimal.Decimal `json:"qty"`
	LotNo    string          `json:"lot,omitempty"`
	ExpDate  string          `json:"exp,omitempty"`
	Quality  string          `json:"quality,omitempty"`
	Asked    bool            `json:"asked,omitempty"` // the person wants to say the quality
	Serials  []string        `json:"serials,omitempty"`
	Leave    bool            `json:"leave,omitempty"` // a supervisor lets more come
}

// taken makes the goods of a meaning those at hand. Who scans a pack counts packs.
func taken(m plugin.Meaning) item {
	return item{LineID: m.ID, Offer: m.Pack, Counting: m.Pack.GreaterThan(decimal.NewFromInt(1))}
}

// addSerial takes one number of a product; one that is in stock is refused at once, so
// that the person still holds the piece.
func (i *item) addSerial(ctx context.Context, tx plugin.Tx, of *expected, no string) (err error) {
	var known int64
	err = tx.Get(ctx, &known, `SELECT COUNT(*) FROM serial WHERE product_id = ? AND serial_no = ? AND status = 'in_stock'`, of.ProductID, no)
	if err != nil {
		return fmt.Errorf("look for serial %s: %w", no, err)
	}
	if known > 0 {
		return fault.New(fault.Conflict, "stock.serial_duplicate", "serial", no, "product", of.SKU)
	}
	i.Serials, err = addSerial(i.Serials, no)
	return err
}

// proposal is the quantity that is offered: what is due, unless the person counts.
func (i *item) proposal(w wanted) decimal.Decimal {
	if i.Counting || w.left() == 0 {
		return i.Offer
	}
	return w.left().Decimal()
}

// meanings are the kinds of goods on the notice that a code may mean, those of
// which more is to come before others. A lot leaves only what may have it, unless a
// supervisor lets another come.
func (t *receiving) meanings(ctx context.Context, code, lot string) ([]plugin.Meaning, error) {
	n, err := readNotice(ctx, t.Data.SQL(), t.NoticeID)
	if err != nil {
		return nil, err
	}
	products, err := t.products(ctx, t.Data, code, plugin.Scope{"consignor_id": n.ConsignorID})
	if err != nil {
		return nil, err
	}
	lines, err := readOfProducts(ctx, t.Data.SQL(), n.ID, idsOf(products))
	if err != nil {
		return nil, err
	}
	var open, full []plugin.Meaning
	var announced string // lot, in place of the one given
	for _, w := range kindsOf(lines) {
		at := slices.IndexFunc(products, func(c plugin.Candidate) bool { return c.ID == w[0].ProductID })
		switch {
		case at < 0:
		case lot != "" && w[0].LotNo.Valid && w[0].LotNo.String != lot && !t.Allows(otherLot):
			announced = w[0].LotNo.String
		case w.left() > 0:
			open = append(open, plugin.Meaning{ID: w[0].LineID, Pack: contract.PackOf(products[at])})
		default:
			full = append(full, plugin.Meaning{ID: w[0].LineID, Pack: contract.PackOf(products[at])})
		}
	}
	if len(open) > 0 {
		return open, nil
	}
	if len(full) > 0 {
		return full, nil
	}
	if announced != "" {
		return nil, fault.New(fault.Invalid, otherLot, "sku", products[0].Label, "lot", announced, "given", lot)
	}
	return nil, fault.New(fault.Invalid, "inbound.not_announced", "sku", products[0].Label, "notice", n.DocNo)
}

// arrival is the goods at hand with what the notice says of them. Goods that
// expire and have no lot take their date for one, since stock knows dates by lot. A
// lot other than the announced one has a date of its own.
func (i *item) arrival(w wanted) (arrival, error) {
	line := &w[0]
	a := arrival{of: w, qty: i.Qty, lotNo: i.LotNo, expDate: i.ExpDate, quality: i.Quality, serials: i.Serials, leave: i.Leave}
	other := a.lotNo != "" && line.LotNo.Valid && a.lotNo != line.LotNo.String
	if a.lotNo == "" {
		a.lotNo = line.LotNo.String
	}
	if a.expDate == "" && !other {
		a.expDate = line.ExpDate.String
	}
	if a.quality == "" {
		a.quality = line.Quality
	}
	if a.expDate == "" && line.ExpiryCtl {
		return a, fault.New(fault.Invalid, "inbound.expiry_needed", "sku", line.SKU)
	}
	if a.expDate == "" {
		return a, nil
	}
	if a.lotNo == "" {
		a.lotNo = a.expDate
	}
	return a, mustBeDate(a.expDate)
}

// mustBeDate refuses a text that is no date of the calendar.
func mustBeDate(text string) error {
	if _, err := time.Parse(time.DateOnly, text); err != nil {
		return fault.New(fault.Invalid, "inbound.bad_date", "value", text)
	}
	return nil
}
