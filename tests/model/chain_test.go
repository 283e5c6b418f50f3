package model

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/store"
)

// TestChainsAreTakenBack plays chains of operations and takes each back in reverse:
// afterwards no row of the stock, no reservation and no state of a document that was
// there before is another, and the ledger adds up to the same.
func TestChainsAreTakenBack(t *testing.T) {
	eachWorld(t, 2, *chains, max(*most/50, 1), func(p *player, chains int) {
		for n := range chains {
			if n%5 == 0 {
				p.stir(40)
			}
			p.chain(3 + p.random.IntN(10))
		}
		p.Logf("%d chains", chains)
	})
}

// stir plays operations that stay, so that chains begin with other stock and documents.
func (p *player) stir(ops int) {
	for end := p.played + ops; p.played < end; {
		p.play()
		p.look()
	}
}

// chain plays operations that were done and can be taken back, and takes them back.
func (p *player) chain(length int) {
	p.Helper()
	for _, d := range p.devices { // what was done before stays
		p.leave(d)
	}
	p.deeds = nil
	before, model := p.standing(), p.stock.copied()
	p.mixed, p.chained = false, true
	p.note("a chain begins")
	for tries := 0; len(p.deeds) < length && tries < 40*length; tries++ {
		p.playOf(reversible(p))
		p.look()
	}
	p.chained = false
	for len(p.deeds) > 0 {
		last := p.deeds[len(p.deeds)-1]
		if !p.takeBack(last) {
			p.diverge("%s is not taken back in its turn", last.name)
		}
		p.look()
	}
	differ(p, "stock of the model", p.stock.lies, model.lies)
	differ(p, "what the model keeps", p.stock.kept, model.kept)
	after := p.standing()
	maps.DeleteFunc(after, func(name string, _ string) bool { _, was := before[name]; return !was && name[0] != '!' })
	if p.mixed { // what lay together has the oldest date, and an opposite adjustment is no reversal
		undated(before)
		undated(after)
	}
	differ(p, "after a chain", after, before)
}

// undated takes the dates of receipt off what rows say.
func undated(rows map[string]string) {
	for name, says := range rows {
		before, rest, _ := strings.Cut(says, " since ")
		_, after, _ := strings.Cut(rest, " until ")
		rows[name] = before + after
	}
}

// reversible are the operations that the product takes back without a trace.
func reversible(p *player) []act {
	return []act{
		{10, p.receive},
		{12, p.shelve},
		{12, p.carry},
		{8, p.otherIn},
		{5, p.otherOut},
		{6, p.adjust},
		{6, p.become},
		{2, p.freeze},
		{4, p.handOver},
		{10, p.newOrder},
		{4, p.serve},
		{14, p.pick},
		{6, p.putBack},
		{5, p.pack},
		{5, p.send},
		{4, p.newTruck},
		{8, p.enterTruck},
		{4, p.newPlan},
		{4, p.planAndMove},
		{4, p.sendTruck},
		{1, p.count},
	}
}

// standing is every row of the stock that says something, what is reserved for whom,
// and the state of every document. The names of stock begin with an exclamation mark:
// none may be new.
func (p *player) standing() map[string]string {
	p.Helper()
	all := map[string]string{}
	p.read(func(ctx context.Context, tx *store.Tx) error {
		for _, q := range []struct{ name, question string }{
			{"!quant", `SELECT id, on_hand || ' ' || reserved || ' since ' || COALESCE(in_date, '') || ' until ' || COALESCE(exp_date, '') || ' ' || COALESCE(hold_reason, '') AS says
				FROM quant WHERE on_hand <> 0 OR reserved <> 0 OR held_at IS NOT NULL`},
			{"!kept of quant", `SELECT quant_id AS id, SUM(qty - consumed) || ' for ' || doc_type || ' ' || doc_id AS says FROM reservation WHERE status = 'active'
				GROUP BY quant_id, doc_type, doc_id ORDER BY quant_id, doc_type, doc_id`},
		} {
			if err := p.rows(ctx, tx, all, q.name, q.question); err != nil {
				return err
			}
		}
		for _, table := range papers {
			if err := p.rows(ctx, tx, all, table, fmt.Sprintf(`SELECT id, status AS says FROM %s`, table)); err != nil {
				return err
			}
		}
		return p.rows(ctx, tx, all, "sale_order_line", `SELECT id, allocated_qty || ' ' || picked_qty || ' ' || packed_qty || ' ' || shipped_qty AS says FROM sale_order_line`)
	})
	return all
}

// papers are the documents that have a state.
var papers = []string{
	"asn", "receipt", "shelve_order", "other_io", "adjustment", "owner_transfer", "stock_hold", "position_transfer", "transfer", "stock_count", "count_result",
	"sale_order", "wave", "pick_bill", "package", "rma",
}

// rows adds what rows say.
func (p *player) rows(ctx context.Context, tx *store.Tx, all map[string]string, name, question string) error {
	var rows []struct {
		ID   int64  `db:"id"`
		Says string `db:"says"`
	}
	if err := tx.Select(ctx, &rows, question); err != nil {
		return err
	}
	for _, r := range rows {
		all[fmt.Sprint(name, " ", r.ID)] += r.Says + "; "
	}
	return nil
}
