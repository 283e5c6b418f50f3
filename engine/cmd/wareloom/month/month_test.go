package month

import (
	"fmt"
	"slices"
	"testing"
)

// TestTheFirstLoadFillsTheBuilding holds the first delivery to all goods of an owner that
// do not lie there yet, twice as many.
func TestTheFirstLoadFillsTheBuilding(t *testing.T) {
	t.Parallel()
	lying := map[string]bool{}
	for _, early := range slowSellers {
		lying[products[early.products[0]].sku] = true
	}
	for _, owner := range owners {
		came := map[string]delivery{}
		for _, d := range newPlayer().load(owner, days) {
			came[d.sku] = d
		}
		for _, g := range products {
			d, there := came[g.sku]
			if want := g.owner == owner && !lying[g.sku]; there != want {
				t.Errorf("%s: the first load of %s has it: %t", g.sku, owner, there)
			}
			if there && (d.qty < 72 || d.qty > 144 || d.qty%24 != 0) {
				t.Errorf("%s: %d came", g.sku, d.qty)
			}
		}
	}
}

// TestLaterLoadsAreOfSomeGoods holds what comes each week to the owner's own goods, in
// whole dozens, and what expires to a time that it still lasts.
func TestLaterLoadsAreOfSomeGoods(t *testing.T) {
	t.Parallel()
	p, seen := newPlayer(), map[int]bool{}
	for range 200 {
		list := p.load("ACME", 9)
		seen[len(list)] = true
		for _, d := range list {
			if d.owner != "ACME" || d.qty%12 != 0 || d.qty < 36 || d.qty > 72 || (d.left > 0) != (d.life > 0) || d.life > 0 && (d.left > d.life || d.left < d.life-30) {
				t.Errorf("%+v came", d)
			}
		}
	}
	if len(seen) < 3 {
		t.Errorf("two hundred loads have %v goods", seen)
	}
}

// TestOnceGoodsComeThatWillNotKeep holds the load of one day to goods that expire within
// the weeks after it, so that people find them.
func TestOnceGoodsComeThatWillNotKeep(t *testing.T) {
	t.Parallel()
	p, found := newPlayer(), 0
	for range 50 {
		for _, d := range p.load("ACME", 16) {
			if d.life == 0 {
				continue
			}
			found++
			if d.left < 24 || d.left > 33 {
				t.Errorf("%s lasts for %d days from now", d.sku, d.left)
			}
		}
	}
	if found == 0 {
		t.Error("none came")
	}
}

// TestEachOwnerSellsHisOwnGoods holds what is ordered to what lies there.
func TestEachOwnerSellsHisOwnGoods(t *testing.T) {
	t.Parallel()
	for owner, numbers := range selling {
		if !slices.Contains(owners, owner) {
			t.Errorf("%s sells and is no owner", owner)
		}
		for _, i := range numbers {
			if products[i].owner != owner {
				t.Errorf("%s sells %s of %s", owner, products[i].sku, products[i].owner)
			}
		}
	}
	for i, early := range slowSellers {
		if i > 0 && early.ago >= slowSellers[i-1].ago || early.ago <= days {
			t.Errorf("delivery %d came %d days ago: the oldest is first, and all are before the month", i, early.ago)
		}
		for _, d := range early.list() {
			if d.owner != early.owner || d.qty != early.qty || d.left != 0 {
				t.Errorf("%+v came %d days ago", d, early.ago)
			}
		}
	}
}

// TestAnOrderHasEachOfItsGoodsOnce holds the lines of an order to goods of its owner, one
// line of each, of at most so many pieces.
func TestAnOrderHasEachOfItsGoodsOnce(t *testing.T) {
	t.Parallel()
	p, counts := newPlayer(), map[int]int{}
	for range 300 {
		taken := map[string]bool{}
		lines := p.wanted("GLOBEX", 6)
		counts[len(lines)]++
		for _, line := range lines {
			line := line.(map[string]any)
			goods := line["product_id"].(map[string]any)
			owner, sku := goods["consignor_id"].(map[string]any)["code"], goods["sku"].(string)
			if qty := fmt.Sprint(line["qty"]); owner != "GLOBEX" || taken[sku] || !slices.Contains([]string{"2", "3", "4", "5", "6"}, qty) {
				t.Errorf("ordered is %v", line)
			}
			taken[sku] = true
		}
	}
	if counts[0] > 0 || counts[1] == 0 || counts[3] == 0 || counts[4] > 0 {
		t.Errorf("orders have so many lines: %v", counts)
	}
}

func TestGoodsAreNamedAsTheDatabaseKnowsThem(t *testing.T) {
	t.Parallel()
	g := goods{owner: "ACME", sku: "AC-2201", life: 480}
	if got := fmt.Sprint(g.ref()); got != "map[consignor_id:map[code:ACME] sku:AC-2201]" {
		t.Errorf("it is %s", got)
	}
	if got := g.lot("PO-ACME-017"); got != "L01701" {
		t.Errorf("its lot is %s", got)
	}
}

// TestWhatExpiresIsKnownById holds returns to goods whose lot need not be told.
func TestWhatExpiresIsKnownById(t *testing.T) {
	t.Parallel()
	p := newPlayer()
	p.skus = map[int64]string{1: "AC-1201", 2: "AC-2201", 3: "of nobody"}
	for id, want := range map[int64]bool{1: false, 2: true, 3: false, 4: false} {
		if got := p.expires(id); got != want {
			t.Errorf("product %d expires: %t", id, got)
		}
	}
}
