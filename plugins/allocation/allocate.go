package allocation

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// The document served.
const (
	order     = "sale_order"
	orderLine = "sale_order_line"
)

// Allocator reserves stock for orders.
type Allocator struct {
	Stock contract.Stock
}

// need is what a line still wants, and what it gets.
type need struct {
	line   plugin.Row
	want   contract.Qty
	got    contract.Qty
	claims []contract.Claim
	taken  []taken
	reason fault.Told // what is missing; none where nothing is
}

// taken is a part of a candidate.
type taken struct {
	of  *candidate
	qty contract.Qty
}

// allocate serves one order: everything, what there is, or nothing, as its
// ship_policy says, and moves it to allocated or short.
func (a Allocator) allocate(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	needs := needsOf(e.Lines["lines"])
	if len(needs) > 0 {
		if err := a.choose(ctx, e.Data, e.Head, needs); err != nil {
			return err
		}
	}
	if !goesOn(e.Head, needs) {
		return a.markShort(ctx, e, needs)
	}
	if err := writeGot(ctx, e.Data, needs); err != nil {
		return err
	}
	if short := shortOf(needs); len(short) > 0 {
		if err := splitRest(ctx, e, short); err != nil {
			return err
		}
	}
	if _, err := e.Data.Act(ctx, order, allocated(e.Head), plugin.ID(e.Head), nil); err != nil {
		return err
	}
	return a.reserve(ctx, e, needs)
}

// allocated is the action of an order that has its stock: one that had waited for
// it tells that it is served.
func allocated(head plugin.Row) string {
	if plugin.Text(head, "status") == "short" {
		return "mark_served"
	}
	return "mark_allocated"
}

// goesOn reports whether an order goes on with what its lines got: all of it, or
// some, where it ships what there is.
func goesOn(head plugin.Row, needs []*need) bool {
	return len(shortOf(needs)) == 0 || plugin.Text(head, "ship_policy") == "available" && served(needs)
}

// needsOf are the lines that want more than they have.
func needsOf(lines []plugin.Row) []*need {
	var needs []*need
	for _, line := range lines {
		want := contract.QtyOf(plugin.Decimal(line, "base_qty").Sub(plugin.Decimal(line, "allocated_qty")))
		if want > 0 {
			needs = append(needs, &need{line: line, want: want})
		}
	}
	return needs
}

func shortOf(needs []*need) []*need {
	return slices.DeleteFunc(slices.Clone(needs), func(n *need) bool { return n.got >= n.want })
}

func served(needs []*need) bool {
	return slices.ContainsFunc(needs, func(n *need) bool { return n.got > 0 })
}

// take takes what the need may have of the candidates and notes why the rest is
// of no use.
func (n *need) take(list []*candidate, head plugin.Row, now time.Time) {
	var held, expired contract.Qty
	for _, c := range list {
		switch {
		case c.Quality != plugin.Text(n.line, "quality") || plugin.Text(n.line, "lot_no") != "" && c.LotNo.String != plugin.Text(n.line, "lot_no"):
		case !c.Usable:
			held += c.free()
		case !c.fresh(now):
			expired += c.free()
		default:
			n.claim(c, head)
		}
	}
	if n.got < n.want {
		n.reason = reason(n.want-n.got, held, expired)
	}
}

func (n *need) claim(c *candidate, head plugin.Row) {
	part := min(c.free(), n.want-n.got)
	if part <= 0 {
		return
	}
	c.taken += part
	n.got += part
	n.taken = append(n.taken, taken{c, part})
	n.claims = append(n.claims, contract.Claim{
		Doc: contract.Doc{Type: order, ID: plugin.ID(head), LineID: plugin.ID(n.line)}, QuantID: c.ID,
		Qty: part.Decimal(), Priority: plugin.Int(head, "priority"),
	})
}

// giveBack leaves the candidates what was taken of them.
func (n *need) giveBack() {
	for _, t := range n.taken {
		t.of.taken -= t.qty
	}
}

// reason says what is missing and what lies there unusable.
func reason(missing, held, expired contract.Qty) fault.Told {
	key := "allocation.short"
	switch {
	case held > 0 && expired > 0:
		key = "allocation.short_held_expired"
	case held > 0:
		key = "allocation.short_held"
	case expired > 0:
		key = "allocation.short_expired"
	}
	return fault.Tell(key, "missing", qty(missing), "held", qty(held), "expired", qty(expired))
}

// promised is what a transaction will reserve at its end, by quant.
type promised map[int64]contract.Qty

type promisedKey struct{}

func promisedIn(tx plugin.Tx) promised {
	p, _ := plugin.KnownIn(tx, promisedKey{}, func() (promised, error) { return promised{}, nil })
	return p
}

// reserve keeps what the lines got as the last of the transaction, so that nobody waits for
// the stock while the rest of it is written and answered. When somebody was faster,
// everything is done again, and stock that was locked before is reserved at once.
func (a Allocator) reserve(ctx context.Context, e *plugin.EffectEvent, needs []*need) error {
	var claims []contract.Claim
	for _, n := range needs {
		claims = append(claims, n.claims...)
	}
	if len(claims) == 0 {
		return nil
	}
	if e.Tx.Tries() > 0 {
		_, err := a.Stock.Reserve(ctx, e.Data, claims)
		return err
	}
	promised := promisedIn(e.Tx)
	for _, c := range claims {
		promised[c.QuantID] += contract.QtyOf(c.Qty)
	}
	e.Tx.BeforeCommit(func(ctx context.Context) error {
		_, err := a.Stock.Reserve(ctx, e.Data, claims)
		if fault.IsKey(err, "stock.claim_failed") {
			return e.Tx.Again(err)
		}
		return err
	})
	return nil
}

// writeGot writes to the lines what they got.
func writeGot(ctx context.Context, data plugin.Data, needs []*need) error {
	got := map[int64]contract.Qty{}
	for _, n := range needs {
		if n.got > 0 {
			got[plugin.ID(n.line)] = n.got
		}
	}
	if len(got) == 0 {
		return nil
	}
	return addAllocated(ctx, data, got)
}

// addAllocated adds to what lines have; the reason of an earlier
// shortage goes.
func addAllocated(ctx context.Context, data plugin.Data, byLine map[int64]contract.Qty) error {
	rows := make([]plugin.Row, 0, len(byLine))
	for line, n := range byLine {
		rows = append(rows, plugin.Row{
			"id": line, "allocated_qty": n.Decimal(), "short_reason": nil, "shortage": nil, "short_qty": nil, "short_position_id": nil, "short_at": nil,
		})
	}
	if err := data.Add(ctx, orderLine, rows); err != nil {
		return fmt.Errorf("write allocation of %d lines: %w", len(rows), err)
	}
	return nil
}

// markShort tells on the lines and on the order what is missing; nothing is
// reserved, so that other orders may have it.
func (a Allocator) markShort(ctx context.Context, e *plugin.EffectEvent, needs []*need) error {
	var missing []fault.Told
	var rows []plugin.Row
	for _, n := range needs {
		if n.reason.Key == "" {
			continue
		}
		missing = append(missing, fault.Tell("allocation.line_short", "line", plugin.Int(n.line, "line_no"), "what", n.reason))
		text, err := fault.Keep(n.reason)
		if err != nil {
			return err
		}
		rows = append(rows, plugin.Row{"id": plugin.ID(n.line), "short_reason": text})
	}
	if err := e.Data.Set(ctx, orderLine, rows); err != nil {
		return fmt.Errorf("write shortage of %d lines: %w", len(rows), err)
	}
	if more := len(missing) - mostTold; more > 0 {
		missing = append(missing[:mostTold], fault.Tell("allocation.more_short", "lines", more))
	}
	text, err := fault.Keep(missing...)
	if err != nil {
		return err
	}
	_, err = e.Data.Act(ctx, order, "mark_short", plugin.ID(e.Head), plugin.Row{"reason": text})
	return err
}

// mostTold is how many lines an order tells of; the others are counted.
const mostTold = 5

// release frees what an order has reserved and not yet picked.
func (a Allocator) release(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	freed, err := a.Stock.Release(ctx, e.Data, contract.Doc{Type: order, ID: plugin.ID(e.Head)})
	if err != nil {
		return err
	}
	byLine := map[int64]contract.Qty{}
	for line, qty := range freed {
		byLine[line] = -contract.QtyOf(qty)
	}
	return addAllocated(ctx, e.Data, byLine)
}
