package carriers_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/plugin"
)

// stand has the packer stand at a bench with a printer of any paper.
func (b *bench) stand() {
	b.Helper()
	b.Do(b.T, func(ctx context.Context, data plugin.Data) error {
		id, err := data.SQL().NextIDs(ctx, 1)
		if err != nil {
			return err
		}
		if _, err = data.SQL().Exec(ctx, `INSERT INTO printer (id, version, created_at, updated_at, code, code__fold, language, dpi, enabled, condition)
			VALUES (?, 1, 0, 0, 'P1', 'p1', 'zpl', '203', ?, 'ready')`, id, true); err != nil {
			return err
		}
		_, err = data.Save(ctx, "workstation", plugin.Row{"code": "W1", "printer_ids": []any{id}})
		return err
	})
	b.Ask(b.T, b.packer, "/api/print/stand", map[string]any{"code": "W1"}, nil)
}

// gives has the account ask for labels in a format from now on.
func (b *bench) gives(format string) {
	b.Helper()
	b.Do(b.T, func(ctx context.Context, data plugin.Data) error {
		_, err := data.Save(ctx, "carrier_account", plugin.Row{"id": b.account, "label_format": format})
		return err
	})
}

// printed are the labels of a template, each with its printer and who it is of.
const printed = `SELECT MAX(x.t) FROM (SELECT COUNT(*) || ' at ' || MAX(p.code) || ' by ' || MAX(u.account) || ', reason ' || COALESCE(MAX(j.reason), '-') AS t
	FROM print_label l JOIN print_job j ON j.id = l.print_job_id JOIN printer p ON p.id = l.printer_id JOIN "user" u ON u.id = l.created_by WHERE l.template = ? AND l.record_id = ?) x`

// asked is the carrier order of a sale order.
func (b *bench) asked(order int64) int64 {
	b.Helper()
	b.waits("taken", stateOfAsked, order)
	return b.one("SELECT MAX(id) FROM carrier_order WHERE sale_order_id = ?", order)
}

// A carrier's own label lies at the bench when its number came, in place of ours, and again
// when its package is packed again; ours is there where it brings none that can be kept.
func TestACarriersLabelIsPrintedWhereItWasPacked(t *testing.T) {
	eachBench(t, "aggregator", func(b *bench) {
		b.stand()
		ours := b.packed(b.ordered(nil))
		b.waits(b.onceBy("-"), printed, "package_label", ours)
		for _, format := range []string{"zpl", "png"} {
			b.gives(format)
			order := b.ordered(nil)
			box := b.packed(order)
			asked := b.asked(order)
			b.waits(b.onceBy("-"), printed, "carrier_label", asked)
			if n := b.one("SELECT COUNT(*) FROM print_label WHERE template = 'package_label' AND record_id = ?", box); n != 0 {
				t.Errorf("%s: ours was printed %d times, too", format, n)
			}
			b.isOnPaper(format, asked)
			b.act("package", "reopen", box, nil)
			b.pack()
			b.waits(strings.Replace(b.onceBy("pack_again"), "1", "2", 1), printed, "carrier_label", asked)
		}
		b.sim.Spoil(true)
		order := b.ordered(nil)
		box := b.packed(order)
		b.asked(order)
		b.waits(b.onceBy("-"), printed, "package_label", box)
	})
}

// SF keeps its labels elsewhere and gives PDF: it is fetched once the number came, and printed
// in place of ours; ours is there where none can be fetched or kept.
func TestSFsLabelIsFetchedAndPrinted(t *testing.T) {
	eachBench(t, "sf", func(b *bench) {
		b.stand()
		b.gives("pdf")
		order := b.ordered(nil)
		box := b.packed(order)
		asked := b.asked(order)
		b.waits(b.onceBy("-"), printed, "carrier_label", asked)
		if n := b.one("SELECT COUNT(*) FROM print_label WHERE template = 'package_label' AND record_id = ?", box); n != 0 {
			t.Errorf("ours was printed %d times, too", n)
		}
		b.isOnPaper("pdf", asked)
		b.sim.Spoil(true)
		order = b.ordered(nil)
		box = b.packed(order)
		b.asked(order)
		b.waits(b.onceBy("-"), printed, "package_label", box)
	})
}

// onceBy says that a label was printed once, by who packed, for a reason.
func (b *bench) onceBy(reason string) string {
	return "1 at P1 by " + b.text(`SELECT account FROM "user" WHERE id = (SELECT MAX(checked_by) FROM package)`) + ", reason " + reason
}

// isOnPaper draws a label for a printer of ZPL: the carrier's own ZPL is not touched.
func (b *bench) isOnPaper(format string, asked int64) {
	b.Helper()
	answer := b.Server.Do(b.T, apptest.Call{Path: "/api/print/render", Body: fmt.Sprintf(`{"type":"carrier_label","ids":[%d],"format":"zpl"}`, asked), As: b.packer})
	start := "^XA^PON^LRN^LH0,0^LS0^LT0^PW800^LL1200^FO0,0^GFA,"
	if format == "zpl" {
		start = "^XA^PW800^LL1200^FO0,0^GFA,"
	}
	if !strings.HasPrefix(answer.Text, start) {
		b.Errorf("%s is printed as %.300q", format, answer.Text)
	}
}
