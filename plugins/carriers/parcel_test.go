package carriers_test

import (
	"context"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/carriers/simulator"
)

// A parcel's whole way: packed, numbered by its carrier, sent with a waybill, taken back,
// sent again, tracked, delivered.
func TestAParcelHasOneNumberFromTheBenchToTheDoor(t *testing.T) {
	for _, format := range []string{"sf", "aggregator"} {
		t.Run(format, func(t *testing.T) {
			eachBench(t, format, func(b *bench) {
				order := b.ordered(nil)
				box := b.packed(order)
				b.waits("taken", stateOfAsked, order)
				no := b.text(numberOfOrder, order)
				if !strings.HasPrefix(no, "SIM") || b.text(numberOfBox, box) != no {
					t.Fatalf("the order has %q, its package %q", no, b.text(numberOfBox, box))
				}
				if b.text("SELECT sort_code FROM carrier_order WHERE sale_order_id = ?", order) == "" {
					t.Error("no sort code came")
				}
				send := b.Scanner(t, b.packer, "send_check_fast", nil)
				send.Want(t, "scan", no, "package", b.text("SELECT package_no FROM package WHERE id = ?", box))
				b.waits("last_mile", stateOfWaybill, box)
				if got := b.text("SELECT tracking_no FROM waybill WHERE package_id = ?", box); got != no {
					t.Errorf("the waybill has %q, want %q", got, no)
				}
				send.Want(t, "undo", nil, "package", "")
				b.waits("numbered", stateOfWaybill, box)
				send.Want(t, "scan", no, "package", b.text("SELECT package_no FROM package WHERE id = ?", box))
				b.waits("last_mile", stateOfWaybill, box)
				b.tracked(order, box)
			})
		})
	}
}

// tracked fetches the way of a sent parcel to the end.
func (b *bench) tracked(order, box int64) {
	b.Helper()
	var task int64
	b.Do(b.T, func(ctx context.Context, data plugin.Data) error {
		row, err := data.Save(ctx, "route_task", plugin.Row{"carrier_account_id": b.account})
		task = plugin.ID(row)
		return err
	})
	b.sim.Misbehave(simulator.Faults{Double: 1})
	for range 4 {
		b.sim.Carry()
	}
	b.act("route_task", "run", task, nil)
	b.waits("delivered", stateOfWaybill, box)
	if got := b.text(stateOfOrder, order); got != "signed" {
		b.Errorf("the order of a delivered parcel is %s", got)
	}
	b.act("route_task", "run", task, nil)
	b.act("route_task", "run", task, nil)
	if n := b.one("SELECT COUNT(*) FROM tracking_event e JOIN waybill w ON w.id = e.waybill_id WHERE w.package_id = ? AND e.event_ref IS NOT NULL", box); n != 4 {
		b.Errorf("%d events of four came, each told twice", n)
	}
}

// A carrier that is down holds up the sending of its own parcels and nothing else.
func TestACarrierThatIsDownHoldsNothingUpThatCanGoOn(t *testing.T) {
	eachBench(t, "aggregator", func(b *bench) {
		b.sim.Close(true)
		order := b.ordered(nil)
		box := b.packed(order)
		if no := b.text(numberOfBox, box); no != "" {
			t.Errorf("the package without a number has %q", no)
		}
		err := b.tries("package", "ship", box, nil)
		if why, ok := fault.As(err); !ok || why.Key != "carriers.awaited" {
			t.Errorf("a package without a number is sent: %v", err)
		}
		other := b.packed(b.ordered(plugin.Row{"carrier_id": nil}))
		b.act("package", "ship", other, nil)
		b.waits("last_mile", stateOfWaybill, other)
		b.waits("busy", "SELECT waits_for FROM carrier_order WHERE sale_order_id = ?", order)
		b.sim.Close(false)
		b.waits("taken", stateOfAsked, order)
		b.act("package", "ship", box, nil)
	})
}

// An answer that was lost is asked for by the key of the order, and costs nothing more.
func TestAnAnswerThatWasLostIsAskedFor(t *testing.T) {
	for _, faults := range []simulator.Faults{{Lost: 1}, {Garbled: 1}} {
		t.Run("", func(t *testing.T) {
			eachBench(t, "sf", func(b *bench) {
				b.sim.Misbehave(faults)
				order := b.ordered(nil)
				b.packed(order)
				b.waits("1", "SELECT CASE WHEN waits_for IS NULL THEN '0' ELSE '1' END FROM carrier_order WHERE sale_order_id = ?", order)
				b.sim.Misbehave(simulator.Faults{})
				b.waits("taken", stateOfAsked, order)
				booked := b.sim.Booked()
				if len(booked) != 1 || b.sim.Asked("EXP_RECE_CREATE_ORDER") != 1 {
					t.Errorf("%d orders are booked by %d calls", len(booked), b.sim.Asked("EXP_RECE_CREATE_ORDER"))
				}
			})
		})
	}
}

// A number is voided wherever its order is; the house is told, and another account can
// take over.
func TestANumberIsVoidedFromEveryState(t *testing.T) {
	eachBench(t, "sf", func(b *bench) {
		first := b.ordered(nil)
		box := b.packed(first)
		b.waits("taken", stateOfAsked, first)
		old := b.text(numberOfOrder, first)
		asked := b.one("SELECT id FROM carrier_order WHERE sale_order_id = ?", first)
		b.act("carrier_order", "void", asked, plugin.Row{"carrier_account_id": b.account})
		b.waits("void", "SELECT status FROM carrier_order WHERE id = ?", asked)
		b.waits("taken", stateOfAsked, first)
		if now := b.text(numberOfBox, box); now == old || now == "" {
			t.Errorf("a new number is %q after %q", now, old)
		}
		if n := len(b.sim.Booked()); n != 1 {
			t.Errorf("%d orders are booked, want the second one alone", n)
		}

		b.sim.Close(true)
		second := b.ordered(nil)
		b.packed(second)
		b.waits("busy", "SELECT waits_for FROM carrier_order WHERE sale_order_id = ?", second)
		b.act("carrier_order", "void", b.one("SELECT id FROM carrier_order WHERE sale_order_id = ?", second), nil)
		b.sim.Close(false)
		b.waits("void", stateOfAsked, second)

		third := b.ordered(plugin.Row{"receiver": "REFUSE"})
		b.packed(third)
		b.waits("refused", stateOfAsked, third)
		b.act("carrier_order", "void", b.one("SELECT id FROM carrier_order WHERE sale_order_id = ?", third), nil)
		b.waits("void", stateOfAsked, third)

		b.sim.Carry()
		b.act("carrier_order", "void", b.one("SELECT id FROM carrier_order WHERE sale_order_id = ? AND status = 'taken'", first), nil)
		b.waits("taken", stateOfAsked, first)
		if now := b.text(numberOfBox, box); now == "" {
			t.Error("a parcel that is on its way lost its number")
		}
	})
}

// expressed makes a waybill that goes by express and has its number.
func (b *bench) expressed() (id int64) {
	b.Do(b.T, func(ctx context.Context, data plugin.Data) error {
		row, err := data.Save(ctx, "waybill", plugin.Row{
			"consignor_id": b.Owners[0], "warehouse_id": b.Warehouse, "carrier_id": b.carrier, "pay_type": "sender", "receiver": "R", "phone": "1", "detail": "1",
			"lines": []any{plugin.Row{"name": "G", "qty": 1, "price": 1}},
		})
		id = plugin.ID(row)
		return err
	})
	b.act("waybill", "express", id, nil)
	b.waits("numbered", "SELECT status FROM waybill WHERE id = ?", id)
	return id
}

// A number that is voided on its waybill is not wanted at its house either.
func TestANumberIsVoidedOnItsWaybill(t *testing.T) {
	eachBench(t, "sf", func(b *bench) {
		id := b.expressed()
		b.act("waybill", "void_number", id, nil)
		b.waits("void", "SELECT status FROM carrier_order WHERE waybill_id = ?", id)
		if n := len(b.sim.Booked()); n != 0 {
			t.Errorf("%d orders are booked at the house", n)
		}
		// Nor is it typed again.
		no := b.text("SELECT tracking_no FROM carrier_order WHERE waybill_id = ?", id)
		err := b.tries("waybill", "number", id, plugin.Row{"carrier_id": b.carrier, "tracking_no": no})
		if bad, is := fault.As(err); !is || bad.Key != "carriers.number_void" {
			t.Errorf("a voided number is typed again: %v", bad)
		}
	})
}

// A number whose label is printed can be voided, and its parcel loses it; once the parcel was
// sorted or collected it goes by that number, which stays.
func TestANumberIsVoidedUntilItsParcelIsOnItsWay(t *testing.T) {
	eachBench(t, "sf", func(b *bench) {
		for _, last := range []string{"printed", "last_mile"} {
			id := b.expressed()
			b.act("waybill", "print", id, nil)
			if last == "last_mile" {
				b.act("waybill", "collect", id, nil)
			}
			var of int64
			b.Do(b.T, func(ctx context.Context, data plugin.Data) error {
				list, err := data.Find(ctx, "carrier_order", plugin.Where{Match: plugin.Row{"waybill_id": id}})
				of = plugin.ID(list[0])
				return err
			})
			err := b.tries("carrier_order", "void", of, nil)
			state := b.text("SELECT status FROM waybill WHERE id = ?", id)
			if last == "printed" && (err != nil || state != "to_number") || last == "last_mile" && (err == nil || state != "last_mile") {
				t.Errorf("the number of a %s parcel is voided: %v, and it is %s", last, err, state)
			}
		}
	})
}

// The order of an intercepted parcel is cancelled: its number and its waybill with it.
func TestAReversalUndoesNumberAndWaybill(t *testing.T) {
	eachBench(t, "sf", func(b *bench) {
		order := b.ordered(nil)
		box := b.packed(order)
		b.waits("taken", stateOfAsked, order)
		b.act("package", "ship", box, nil)
		b.act("package", "cancel_ship", box, plugin.Row{"reason": "test"})
		b.act("package", "reopen", box, nil)
		b.act("sale_order", "cancel", order, nil)
		b.waits("void", stateOfAsked, order)
		if got := b.text(stateOfWaybill, box); got != "cancelled" {
			t.Errorf("the waybill of a cancelled order is %s", got)
		}
		if n := len(b.sim.Booked()); n != 0 {
			t.Errorf("%d orders are booked at the house", n)
		}
	})
}

// What the log keeps of a call holds no secret.
func TestTheLogKeepsNoSecret(t *testing.T) {
	eachBench(t, "aggregator", func(b *bench) {
		order := b.ordered(plugin.Row{"buyer_note": secret, "detail": "door " + secret})
		b.packed(order)
		b.waits("taken", stateOfAsked, order)
		if n := b.one("SELECT COUNT(*) FROM carrier_log"); n != 1 {
			t.Errorf("%d calls are logged", n)
		}
		if n := b.one("SELECT COUNT(*) FROM carrier_log WHERE said LIKE ? OR heard LIKE ?", "%"+secret+"%", "%"+secret+"%"); n != 0 {
			t.Error("the log tells the secret")
		}
	})
}
