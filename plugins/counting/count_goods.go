package counting

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

// scanItem takes goods, or the container that they are in.
func (t *counts) scanItem(ctx context.Context, code string) error {
	found, err := t.codes.Resolve(ctx, t.Data, code, t.goodsScope(), "product", "sku", "lpn")
	if err != nil {
		return err
	}
	if found[0].Kind == "lpn" {
		t.LpnID = found[0].ID
		t.Reply = plugin.Reply{Key: "counting.in_container", Params: fault.Params{"code": found[0].Label}}
		return nil
	}
	meanings, err := t.meanings(ctx, found)
	if err != nil {
		return err
	}
	return plugin.Choose(ctx, t, code, meanings, (*counts).settle)
}

// goodsScope narrows codes to what the count covers.
func (t *counts) goodsScope() plugin.Scope {
	s := plugin.Scope{"warehouse_id": plugin.Int(t.head, "warehouse_id")}
	if owner := plugin.Int(t.head, "consignor_id"); owner != 0 {
		s["consignor_id"] = owner
	}
	return s
}

// known is a product as counting must know it.
type known struct {
	ID          int64  `db:"id"`
	ConsignorID int64  `db:"consignor_id"`
	SKU         string `db:"sku"`
	Owner       string `db:"owner"`
	Lots        bool   `db:"lot_ctl"`
	Serials     bool   `db:"serial_ctl"`
}

// product reads a product that the count covers.
func (t *counts) product(ctx context.Context, id int64) (p known, err error) {
	where := covers(t.head).goods("x")
	where.and("p.id = ?", id)
	err = t.Data.SQL().Get(ctx, &p, `SELECT p.id, p.consignor_id, p.sku, c.name AS owner, COALESCE(p.lot_ctl, ?) AS lot_ctl, COALESCE(p.serial_ctl, ?) AS serial_ctl
		FROM (SELECT id AS product_id, consignor_id FROM product) x JOIN product p ON p.id = x.product_id JOIN consignor c ON c.id = p.consignor_id
		WHERE `+where.all(), append([]any{false, false}, where.args...)...)
	if err != nil {
		return p, fault.New(fault.Invalid, "counting.not_covered", "document", plugin.Text(t.head, "doc_no"))
	}
	return p, nil
}

// meanings are the piles that scanned goods may be of: those at the position, and what
// the figures do not know of.
func (t *counts) meanings(ctx context.Context, found []plugin.Candidate) ([]plugin.Meaning, error) {
	here, err := books(ctx, t.Data.SQL(), covers(t.head), t.spot.PositionID)
	if err != nil {
		return nil, err
	}
	var list []plugin.Meaning
	var refused error
	seen := map[int64]bool{}
	for _, c := range found {
		if seen[c.ID] { // its SKU is its barcode
			continue
		}
		seen[c.ID] = true
		p, err := t.product(ctx, c.ID)
		if err != nil {
			refused = err
			continue
		}
		pack := stock.PackOf(c)
		n := len(list)
		for _, b := range here {
			if b.ProductID == p.ID && b.LpnID == t.LpnID {
				list = append(list, plugin.Meaning{ID: p.ID, Key: keyOf(b.pile), Label: p.SKU, Detail: b.detail(), Pack: pack})
			}
		}
		unknown := pile{LpnID: t.LpnID, ConsignorID: p.ConsignorID, ProductID: p.ID, Quality: "ZP"}
		if p.Lots || len(list) == n {
			list = append(list, plugin.Meaning{ID: p.ID, Key: keyOf(unknown), Label: p.SKU, Detail: p.Owner, Pack: pack})
		}
	}
	if len(list) == 0 {
		return nil, refused
	}
	return list, nil
}

// detail tells a pile from others of the same product.
func (b *book) detail() string {
	parts := []string{b.LotNo, b.Quality, b.Lpn, b.Owner}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " · ")
}

// keyOf writes a pile as the key of a meaning; pileOf reads it.
func keyOf(p pile) string {
	return fmt.Sprintf("%d.%d.%d.%d.%s", p.LpnID, p.ConsignorID, p.ProductID, p.LotID, p.Quality)
}

func pileOf(key string) (p pile, err error) {
	_, err = fmt.Sscanf(strings.ReplaceAll(key, ".", " "), "%d %d %d %d %s", &p.LpnID, &p.ConsignorID, &p.ProductID, &p.LotID, &p.Quality)
	return p, err
}

// settle goes on with the goods that were scanned or chosen.
func (t *counts) settle(ctx context.Context, m plugin.Meaning) error {
	p, err := pileOf(m.Key)
	if err != nil {
		return fmt.Errorf("read goods at hand: %w", err)
	}
	t.Goods, t.Seen = &p, 0
	product, err := t.product(ctx, p.ProductID)
	if err != nil {
		return err
	}
	if product.Lots && p.LotID == 0 {
		t.GoTo(stepLot)
		return nil
	}
	return t.ask(product)
}

// ask asks for what is to be counted of goods.
func (t *counts) ask(p known) error {
	t.GoTo(stepQty)
	if p.Serials {
		t.GoTo(stepSerial)
	}
	return nil
}

// enterLot takes the lot of the goods, which may be new.
func (t *counts) enterLot(ctx context.Context, no string) error {
	lot, err := t.stock.Lot(ctx, t.Data, stock.Lot{ConsignorID: t.Goods.ConsignorID, ProductID: t.Goods.ProductID, No: no})
	if err != nil {
		return err
	}
	t.Goods.LotID = lot
	p, err := t.product(ctx, t.Goods.ProductID)
	if err != nil {
		return err
	}
	return t.ask(p)
}

// enterQty counts so many of the goods.
func (t *counts) enterQty(ctx context.Context, qty decimal.Decimal) error {
	return t.record(ctx, qty, "")
}

// record writes what was counted of the goods at hand.
func (t *counts) record(ctx context.Context, qty decimal.Decimal, serial string) error {
	p, err := t.product(ctx, t.Goods.ProductID)
	if err != nil {
		return err
	}
	back, err := add(ctx, t.Data, t.spot, *t.Goods, p.SKU, qty, serial)
	if err != nil {
		return err
	}
	t.Reply = plugin.Reply{Key: "counting.counted", Params: fault.Params{"sku": p.SKU, "qty": qty.String(), "position": t.spot.Code}, Undo: t.token(back)}
	if serial != "" {
		t.Seen++
		return nil
	}
	t.Goods = nil
	t.GoTo(stepItem)
	return nil
}

// scanSerial counts the piece with a number; one that nobody knows is new.
func (t *counts) scanSerial(ctx context.Context, code string) error {
	found, err := t.codes.Resolve(ctx, t.Data, code, plugin.Scope{"product_id": t.Goods.ProductID}, "serial")
	switch {
	case fault.IsKey(err, "station.code_unknown"):
		return t.record(ctx, decimal.NewFromInt(1), code)
	case err != nil:
		return err
	}
	return t.record(ctx, decimal.NewFromInt(1), found[0].Label)
}

// countForm is a whole count of goods in one input.
type countForm struct {
	Item string          `json:"item"`
	Lot  string          `json:"lot"`
	Qty  decimal.Decimal `json:"qty"`
}

// countAtOnce takes goods, lot and quantity in one input.
func (t *counts) countAtOnce(ctx context.Context, one countForm) error {
	if err := t.scanItem(ctx, one.Item); err != nil {
		return err
	}
	if t.Step() == plugin.StepChoose {
		at := slices.IndexFunc(t.Choices, func(m plugin.Meaning) bool { return one.Lot != "" && strings.HasPrefix(m.Detail, one.Lot+" ·") })
		if at < 0 {
			return plugin.MustChoose(one.Item)
		}
		if err := t.settle(ctx, t.Choices[at]); err != nil {
			return err
		}
		t.Choosing = plugin.Choosing{}
	}
	if t.Step() == stepLot {
		if err := t.enterLot(ctx, one.Lot); err != nil {
			return err
		}
	}
	if t.Step() != stepQty {
		return fault.New(fault.Invalid, "counting.bad_form")
	}
	qty, err := plugin.ReadQuantity(one.Qty.String(), stock.QtyDigits)
	if err != nil {
		return err
	}
	return t.enterQty(ctx, qty)
}
