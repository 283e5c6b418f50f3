package spool

import (
	"context"
	"database/sql"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// TestPaperFitsWithinAMillimetre holds a printer's paper, in tenths, to that of a template.
func TestPaperFitsWithinAMillimetre(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		tenths sql.NullInt64
		mm     float64
		want   bool
	}{
		{sql.NullInt64{}, 60, true},
		{sql.NullInt64{Int64: 600, Valid: true}, 60, true},
		{sql.NullInt64{Int64: 610, Valid: true}, 60, true},
		{sql.NullInt64{Int64: 590, Valid: true}, 60, true},
		{sql.NullInt64{Int64: 611, Valid: true}, 60, false},
		{sql.NullInt64{Int64: 589, Valid: true}, 60, false},
		{sql.NullInt64{Int64: 1016, Valid: true}, 101.6, true},
		{sql.NullInt64{Valid: true}, 60, false},
	} {
		if got := fits(tt.tenths, tt.mm); got != tt.want {
			t.Errorf("paper of %+v tenths fits %g mm: %t", tt.tenths, tt.mm, got)
		}
	}
}

// at finds where an order goes: the code of the printer, or why there is none.
func (b *bench) at(actor auth.Actor, o Order) (code string, err error) {
	err = b.Spool.DB.Read(b.t.Context(), func(ctx context.Context, tx *store.Tx) error {
		to, err := b.target(ctx, tx, actor, b.World.Release.Prints["tag"], &o)
		if err != nil || to.printer == 0 {
			return err
		}
		return tx.Get(ctx, &code, "select code from printer where id = ?", to.printer)
	})
	return code, err
}

// TestAPrinterIsFoundByItsCode holds the house's printers to who belongs to the house, and
// codes that no database takes to none.
func TestAPrinterIsFoundByItsCode(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		b.printer("P1", 0, 0)
		b.exec("update printer set enabled = ? where id = ?", false, b.printer("OFF", 0, 0))
		house, customer := accesstest.Office(7), accesstest.Client(9, b.customer)
		for _, tt := range []struct {
			name, printer, want string
			actor               auth.Actor
			refused             bool
		}{
			{"by its code", "P1", "P1", house, false},
			{"none, which is the browser", "", "", house, false},
			{"in other letters", "p1", "", house, true},
			{"one that is switched off", "OFF", "", house, true},
			{"one that there is not", "P2", "", house, true},
			{"a code with a zero", "P1\x00", "", house, true},
			{"a code that is no text", "P\xff", "", house, true},
			{"by a customer's person", "P1", "", customer, true},
		} {
			got, err := b.at(tt.actor, Order{Printer: tt.printer})
			if got != tt.want || fault.IsKey(err, "print.no_printer") != tt.refused || err != nil && !tt.refused {
				t.Errorf("%s: %q (%v), want %q", tt.name, got, err, tt.want)
			}
		}
	})
}

// TestAWorkstationChoosesByThePaper holds the choice among its printers: one of the
// template's paper, else one that takes any.
func TestAWorkstationChoosesByThePaper(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		any, wide, fit := b.printer("ANY", 0, 0), b.printer("WIDE", 100, 150), b.printer("FIT", 60, 30)
		turned, off := b.printer("TURNED", 30, 60), b.printer("OFF", 60, 30)
		b.exec("update printer set enabled = ? where id = ?", false, off)
		b.workstation("ALL", any, wide, fit, off)
		b.workstation("LOOSE", wide, any)
		b.workstation("WRONG", wide, turned, off)
		b.workstation("BARE")
		b.exec("update workstation set enabled = ? where id = ?", false, b.workstation("SHUT", fit))
		for code, want := range map[string]string{"ALL": "FIT", "LOOSE": "ANY", "WRONG": "print.no_paper", "BARE": "print.no_paper", "SHUT": "print.no_workstation", "NONE": "print.no_workstation"} {
			got, err := b.at(accesstest.Office(7), Order{Workstation: code})
			if f, refused := fault.As(err); refused {
				got = f.Key
			}
			if got != want {
				t.Errorf("%s: %s (%v), want %s", code, got, err, want)
			}
		}
		if _, err := b.at(accesstest.Client(9, b.customer), Order{Workstation: "ALL"}); !fault.IsKey(err, "print.no_workstation") {
			t.Errorf("a customer's person: %v", err)
		}
	})
}

func (b *bench) stand(actor auth.Actor, code string) (at *Stand, err error) {
	err = b.Spool.DB.Write(b.t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
		at, err = b.StandAt(ctx, tx, actor, code)
		return err
	})
	return at, err
}

// standsAt is the code of where somebody stands; "nowhere", and "no workstations".
func (b *bench) standsAt(user int64) (code string) {
	b.t.Helper()
	err := b.Spool.DB.Read(b.t.Context(), func(ctx context.Context, tx *store.Tx) error {
		at, err := b.StandOf(ctx, tx, user)
		switch {
		case at == nil:
			code = "no workstations"
		case at.Code == "":
			code = "nowhere"
		default:
			code = at.Code
		}
		return err
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return code
}

// TestAPersonStandsAtOneWorkstation follows somebody through a day.
func TestAPersonStandsAtOneWorkstation(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		ann, bob := accesstest.Office(7), accesstest.Office(8)
		if got := b.standsAt(7); got != "no workstations" {
			t.Errorf("in a house without any he stands at %s", got)
		}
		shut := b.workstation("W2")
		b.workstation("W1")
		for _, step := range []struct {
			name, code, want string
			do               func()
		}{
			{"before he scans one", "-", "nowhere", nil},
			{"he scans one", "W1", "W1", nil},
			{"he scans another", "W2", "W2", nil},
			{"one that there is not", "W3", "W2", nil},
			{"twelve hours on, less a minute", "-", "W2", func() { b.now = b.now.Add(12*time.Hour - time.Minute) }},
			{"twelve hours on", "-", "nowhere", func() { b.now = b.now.Add(time.Minute) }},
			{"the next day", "W2", "W2", nil},
			{"it is shut", "-", "nowhere", func() { b.exec("update workstation set enabled = ? where id = ?", false, shut) }},
			{"he scans another one again", "W1", "W1", nil},
			{"he leaves", "", "nowhere", nil},
		} {
			if step.do != nil {
				step.do()
			}
			if step.code != "-" {
				at, err := b.stand(ann, step.code)
				if (err != nil) != (step.code == "W3") || err != nil && !fault.IsKey(err, "print.no_workstation") {
					t.Errorf("%s: %v %v", step.name, at, err)
				}
			}
			if got := b.standsAt(7); got != step.want {
				t.Errorf("%s: he stands at %s, want %s", step.name, got, step.want)
			}
		}
		if _, err := b.stand(bob, "W1"); err != nil || b.standsAt(7) != "nowhere" || b.standsAt(8) != "W1" {
			t.Errorf("another one: %v, they stand at %s and %s", err, b.standsAt(7), b.standsAt(8))
		}
		if _, err := b.stand(accesstest.Client(9, b.customer), "W1"); !fault.IsKey(err, "print.no_workstation") {
			t.Errorf("a customer's person: %v", err)
		}
	})
}

// TestPrintersAreOfferedWhosePaperFits, to who may use the house's; of one record pages are
// chosen there, which the agent's label has alone.
func TestPrintersAreOfferedWhosePaperFits(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		rights := b.person(7, printsItems)
		b.printer("ANY", 0, 0)
		b.printer("FITS", 60, 30)
		b.printer("WIDE", 100, 150)
		off := b.printer("OFF", 0, 0)
		b.exec("update printer set enabled = ? where id = ?", false, off)
		offered := func(rights *access.Rights) (codes string, err error) {
			err = b.Spool.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
				found, err := b.Printers(ctx, tx, rights, "tag")
				codes = ""
				for _, p := range found {
					codes += p.Code + " "
				}
				return err
			})
			return codes, err
		}
		if got, err := offered(rights); err != nil || got != "ANY FITS " {
			t.Errorf("offered are %s, %v", got, err)
		}
		if _, err := offered(b.person(8, looks)); fault.CodeOf(err) != fault.Denied {
			t.Errorf("without the right: %v", err)
		}
		for name, o := range map[string]Order{
			"print.pages": {Template: "tag", IDs: b.items[:1], Printer: "ANY", Pages: "x"}, "print.pages_of_one": {Template: "tag", IDs: b.items, Printer: "ANY", Pages: "1"},
		} {
			if _, err := b.print(rights, o); !fault.IsKey(err, name) {
				t.Errorf("%s: %v", name, err)
			}
		}
		b.must(b.print(rights, Order{Template: "tag", IDs: b.items[:1], Printer: "ANY", Pages: " 1-2 "}))
		if got := b.told("select pages from print_job"); got != "1-2" {
			t.Errorf("the job is of the pages %q", got)
		}
	})
}
