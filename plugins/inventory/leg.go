package inventory

import (
	"context"
	"fmt"
	"strings"

	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// leg is one side of a movement, as it stands in the ledger.
type leg struct {
	move    *contract.Move
	moveNo  int64
	no      int64
	at      contract.Place
	place   *place
	goods   contract.Goods
	qty     contract.Qty
	quantID int64
	seq     int64
	balance contract.Qty
	inDate  string // since when the goods are in the building
	back    bool   // they left here since the quant was empty, and that is taken back
	net     bool   // figures count the movement here
}

func (p *posting) addLegs(m *contract.Move, moveNo int64, qty contract.Qty, inDate string, from, to *quant) {
	out := leg{move: m, moveNo: moveNo, no: 1, at: m.From, place: p.places[m.From.PositionID], goods: m.Goods, qty: -qty, inDate: inDate}
	in := leg{move: m, moveNo: moveNo, no: 2, at: m.To, place: p.places[m.To.PositionID], goods: into(m), qty: qty, inDate: inDate}
	// The version and balance of the from side are those before the to side moved
	// the same quant; that happens when goods are put back where they lay.
	if from != nil {
		out.quantID, out.seq, out.balance = from.ID, from.Seq, from.OnHand
		if from == to {
			out.seq, out.balance = from.Seq-1, from.OnHand-qty
		}
	}
	if to != nil {
		in.quantID, in.seq, in.balance = to.ID, to.Seq, to.OnHand
	}
	out.net = to == nil || from != nil && m.ReverseOf != 0
	in.net = !out.net
	p.legs = append(p.legs, out, in)
}

// outbound are the codes whose figures count what left the building; those of all
// others count what came to a place.
var outbound = map[string]bool{
	contract.Ship: true, contract.ReturnToVendor: true, contract.OtherOut: true, contract.TransferOut: true, contract.Material: true,
}

// netQty is what a leg adds to the figures: what was done, or less than zero for
// what was taken back. It stands on one leg of a movement, the one in the building
// or, between two places there, the one where the goods came to; figures add it up
// whatever else they ask for, and no reversal counts as new goods.
func (g *leg) netQty() any {
	switch {
	case !g.net:
		return nil
	case outbound[g.move.Code]:
		return -g.qty
	}
	return g.qty
}

// netLines is the movement as figures count it.
func (g *leg) netLines() any {
	switch {
	case !g.net:
		return nil
	case g.move.ReverseOf != 0:
		return -1
	}
	return 1
}

// madeColumns stand among legColumns from madeStart to before madeEnd.
const (
	madeColumns        = "created_at, created_by"
	madeStart, madeEnd = 2, 4
)

const legColumns = `id, version, ` + madeColumns + `, move_no, leg, code, doc_type, doc_id, line_id,
	warehouse_id, position_id, lpn_id, consignor_id, product_id, lot_id, quality, qty, net_qty, net_lines, balance, in_date, quant_id, quant_seq, reason, at, reverse_of,
	unit_cost, currency`

const legWidth = 29 // columns

func (p *posting) insertLegs(ctx context.Context, first int64, legs []leg) error {
	now, user := p.now.UnixMilli(), null(p.data.Actor().UserID)
	row := "(" + marks(legWidth+1) + ")"
	args := make([]any, 0, (legWidth+1)*len(legs))
	var d digester
	for i := range legs {
		g := &legs[i]
		m := g.move
		args = append(args, first+int64(i), 1, now, user, g.moveNo, g.no, m.Code, empty(m.Doc.Type), null(m.Doc.ID), null(m.Doc.LineID),
			g.place.WarehouseID, g.at.PositionID, null(g.at.LpnID), g.goods.ConsignorID, g.goods.ProductID, null(g.goods.LotID), g.goods.Quality,
			g.qty, g.netQty(), g.netLines(), balanceOf(g), empty(g.inDate), null(g.quantID), seqOf(g), empty(m.Reason), now, null(m.ReverseOf), costOf(m), empty(m.Currency))
		made := args[len(args)-legWidth:]
		args = append(args, d.of(made[:madeEnd], made[madeStart:]))
	}
	p.tx.Changed("stock_move")
	return p.tx.Put(ctx, failing("write ledger"), `INSERT INTO stock_move (`+legColumns+`, digest) VALUES `+strings.TrimSuffix(strings.Repeat(row+", ", len(legs)), ", "), args...)
}

// failing says what was done when a statement failed that went out later.
func failing(act string) func(error) error {
	return func(err error) error { return fmt.Errorf("%s: %w", act, err) }
}

func balanceOf(g *leg) any {
	if g.quantID == 0 {
		return nil
	}
	return g.balance
}

func seqOf(g *leg) any {
	if g.quantID == 0 {
		return nil
	}
	return g.seq
}

// costOf is what a piece costs; nil where it is not told.
func costOf(m *contract.Move) any {
	if !m.UnitCost.Valid {
		return nil
	}
	return int64(contract.PriceOf(m.UnitCost.Decimal))
}

// empty is nil for "".
func empty(text string) any {
	if text == "" {
		return nil
	}
	return text
}
