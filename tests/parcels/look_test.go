package parcels

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/engine/store"
)

// look compares what the product says with the book: parcels and their places, fees and
// their causes, statements and what they say; then the invariants. Whether the database and
// the seals are sound, which goes through every page, is asked after statements and at the end.
func (y *yard) look() {
	y.Helper()
	y.same("parcels", y.parcelLines(), y.book.parcelLines())
	y.same("goods", y.goodsLines(), y.book.goodsLines())
	y.same("places", y.placeLines(), y.book.placeLines())
	y.same("fees", y.feeLines(), y.book.feeLines())
	y.same("statements", y.billLines(), y.book.billLines())
	y.same("debts", y.owedLines(), []string{fmt.Sprint("0 ", y.book.owed[0]), fmt.Sprint("1 ", y.book.owed[1])})
	y.same("nights", y.nightLines(), y.book.nightLines())
	err := y.Server.DB.Read(y.Context(), func(ctx context.Context, tx *store.Tx) error {
		report, err := y.Server.VerifyIn(ctx, tx)
		for _, one := range report.Invariants {
			if !one.OK {
				y.Errorf("day %d: %s is broken: %v", y.today, one.Key, first(one))
			}
		}
		return err
	})
	if err != nil {
		y.Fatal(err)
	}
}

func first(one app.InvariantReport) any { return one.Breaches[:min(3, len(one.Breaches))] }

// same compares two lists of lines, whose order means nothing.
func (y *yard) same(what string, says, want []string) {
	y.Helper()
	slices.Sort(says)
	slices.Sort(want)
	if slices.Equal(says, want) {
		return
	}
	n := map[string]int{}
	for _, line := range says {
		n[line]++
	}
	for _, line := range want {
		n[line]--
	}
	shown := 0
	for _, line := range slices.Sorted(keys(n)) {
		if n[line] != 0 && shown < 12 {
			y.Errorf("day %d, %s: %q is there %+d times", y.today, what, line, n[line])
			shown++
		}
	}
	y.FailNow()
}

func keys(n map[string]int) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for key := range n {
			if !yield(key) {
				return
			}
		}
	}
}

// lines are the rows of a question whose one column is text.
func (y *yard) lines(question string, args ...any) (lines []string) {
	y.Helper()
	y.read(&lines, question, args...)
	return lines
}

// text joins columns into one text in SQL.
func text(columns ...string) string {
	for i, c := range columns {
		columns[i] = "COALESCE(CAST(" + c + " AS TEXT), '0')"
	}
	return strings.Join(columns, " || ' ' || ")
}

func (y *yard) parcelLines() []string {
	return y.lines(`SELECT ` + text("w.doc_no", "w.status", "CASE WHEN w.held_at IS NULL THEN 0 ELSE 1 END", "w.gross_weight", "w.vol_weight", "w.chargeable_weight", "w.freight",
		"w.pieces", "w.currency", "w.tracking_no", "w.panel_no", "w.declared", "i.doc_no") + ` FROM waybill w LEFT JOIN waybill i ON i.id = w.merged_into_id`)
}

func (b *book) parcelLines() (lines []string) {
	for _, p := range b.parcels {
		held, into, panel, declared := 0, "0", "0", int64(0)
		if p.held {
			held = 1
		}
		if p.into != nil {
			into = p.into.no
		}
		if p.panel != nil {
			panel = p.panel.no
		}
		for _, g := range p.goods {
			declared += g.qty * g.price
		}
		lines = append(lines, fmt.Sprint(p.no, " ", p.status, " ", held, " ", p.gross, " ", p.volume, " ", p.chargeable, " ", p.freight, " ", p.pieces, " ", p.currency, " ",
			cmp.Or(p.tracking, "0"), " ", panel, " ", declared, " ", into))
	}
	return lines
}

func (y *yard) goodsLines() []string {
	return y.lines(`SELECT ` + text("w.doc_no", "l.name", "CAST(SUM(l.qty) / 1000 AS BIGINT)", "CAST(SUM(l.amount) AS BIGINT)") + ` FROM waybill_line l JOIN waybill w ON w.id = l.waybill_id GROUP BY w.doc_no, l.name`)
}

func (b *book) goodsLines() (lines []string) {
	for _, p := range b.parcels {
		sums := map[string][2]int64{}
		for _, g := range p.goods {
			sums[g.name] = [2]int64{sums[g.name][0] + g.qty, sums[g.name][1] + g.qty*g.price}
		}
		for name, sum := range sums {
			lines = append(lines, fmt.Sprint(p.no, " ", name, " ", sum[0], " ", sum[1]))
		}
	}
	return lines
}

// placeLines say of each parcel on what it lies: a panel, a voyage, a customs bill.
func (y *yard) placeLines() []string {
	lies := y.lines(`SELECT 'panel ' || ` + text("w.doc_no", "p.doc_no", "p.status") + ` FROM panel_line l JOIN panel p ON p.id = l.panel_id JOIN waybill w ON w.id = l.waybill_id`)
	flies := y.lines(`SELECT 'voyage ' || ` + text("p.doc_no", "v.master_no", "v.status") + ` FROM voyage_line l JOIN voyage v ON v.id = l.voyage_id JOIN panel p ON p.id = l.panel_id`)
	return slices.Concat(lies, flies, y.lines(`SELECT 'customs '||`+text("w.doc_no", "c.id", "c.status")+` FROM customs_bill_line l JOIN customs_bill c ON c.id = l.customs_bill_id JOIN waybill w ON w.id = l.waybill_id`))
}

func (b *book) placeLines() (lines []string) {
	for _, on := range b.panels {
		for _, p := range on.parcels {
			lines = append(lines, fmt.Sprint("panel ", p.no, " ", on.no, " ", on.status))
		}
	}
	for i, v := range b.voyages {
		for _, on := range v.panels {
			lines = append(lines, fmt.Sprint("voyage ", on.no, " M", i, " ", v.status))
		}
	}
	for _, c := range b.customs {
		for _, p := range c.parcels {
			lines = append(lines, fmt.Sprint("customs ", p.no, " ", c.id, " ", c.status))
		}
	}
	return lines
}

// feeRow is a fee as the product keeps it.
type feeRow struct {
	ID, Owner, Rule                                         int64
	Item, Trigger, Source, No, Period, Day, Waybill, Status string
	Turn, Counted, Qty, Price, Adjust, Amount, Tax, Total   int64
}

// feeRows are the fees that meet a condition; all where it is "".
func (y *yard) feeRows(where string, args ...any) (rows []feeRow) {
	y.Helper()
	var columns []string
	for name, column := range map[string]string{
		"ID": "f.id", "Owner": "f.consignor_id", "Rule": "f.fee_rule_id", "Turn": "f.turn", "Counted": "f.counted", "Qty": "f.qty", "Price": "f.price", "Adjust": "f.adjust",
		"Amount": "f.amount", "Tax": "f.tax", "Total": "f.total",
	} {
		columns = append(columns, fmt.Sprintf(`COALESCE(%s, 0) AS "%s"`, column, strings.ToLower(name)))
	}
	for name, column := range map[string]string{
		"Item": "i.code", "Trigger": "f.fee_trigger", "Source": "f.source_table", "No": "f.source_no", "Period": "f.period", "Day": "CAST(f.charged_on AS TEXT)",
		"Waybill": "w.doc_no", "Status": "f.status",
	} {
		columns = append(columns, fmt.Sprintf(`COALESCE(%s, '') AS "%s"`, column, strings.ToLower(name)))
	}
	y.read(&rows, `SELECT `+strings.Join(columns, ", ")+` FROM fee_row f JOIN fee_item i ON i.id = f.fee_item_id LEFT JOIN waybill w ON w.id = f.waybill_id `+where, args...)
	return rows
}

// lineOf is a fee of the product as the book compares it.
func (y *yard) lineOf(r feeRow) string {
	owner := slices.Index(y.world.Owners, r.Owner)
	f := fee{
		owner: owner, item: r.Item, trigger: r.Trigger, table: r.Source, no: r.No, period: r.Period, turn: int(r.Turn), day: r.Day, waybill: r.Waybill, counted: r.Counted,
		qty: r.Qty, price: r.Price, adjust: r.Adjust, amount: r.Amount, tax: r.Tax, total: r.Total, status: r.Status,
	}
	return f.line()
}

func (y *yard) feeLines() (lines []string) {
	for _, row := range y.feeRows("") {
		lines = append(lines, fmt.Sprint(y.ruled(row), y.lineOf(row)))
	}
	return lines
}

// ruled is the place of a fee's rule among the rules; -1 for none.
func (y *yard) ruled(row feeRow) int {
	if at, ok := y.ruleIDs[row.Rule]; ok {
		return at
	}
	return -1
}

func (b *book) feeLines() (lines []string) {
	for _, f := range b.fees {
		lines = append(lines, fmt.Sprint(f.rule, f.line()))
	}
	return lines
}

// billLines say what statements say, each with its fees and payments.
func (y *yard) billLines() []string {
	heads := y.lines(`SELECT ` + text("b.doc_no", "b.status", "b.opening", "b.total", "b.paid", "b.closing", "b.line_count") + ` FROM bill b`)
	fees := y.lines(`SELECT 'fee ' || ` + text("b.doc_no", "f.source_no", "i.code", "f.turn", "l.amount") + ` FROM bill_line l JOIN bill b ON b.id = l.bill_id
		JOIN fee_row f ON f.id = l.fee_row_id JOIN fee_item i ON i.id = f.fee_item_id`)
	return slices.Concat(heads, fees, y.lines(`SELECT 'payment ' || `+text("b.doc_no", "p.amount")+` FROM bill_payment p JOIN bill b ON b.id = p.bill_id`))
}

func (b *book) billLines() (lines []string) {
	for _, s := range b.bills {
		lines = append(lines, fmt.Sprint(s.no, " ", s.status, " ", s.opening, " ", s.total, " ", s.paid, " ", s.opening+s.total-s.paid, " ", len(s.fees)))
		for _, f := range s.fees {
			lines = append(lines, fmt.Sprint("fee ", s.no, " ", f.no, " ", f.item, " ", f.turn, " ", f.total))
		}
		for _, amount := range s.payments {
			lines = append(lines, fmt.Sprint("payment ", s.no, " ", amount))
		}
	}
	return lines
}

func (y *yard) owedLines() (lines []string) {
	for i := range owners {
		lines = append(lines, y.lines(fmt.Sprintf(`SELECT '%d ' || `, i)+text("owed")+` FROM client WHERE code = ?`, owners[i])...)
	}
	return lines
}

func (y *yard) nightLines() (lines []string) {
	for i, id := range y.world.Owners {
		lines = append(lines, y.lines(fmt.Sprintf(`SELECT '%d ' || `, i)+text("day", "bins", "pieces")+` FROM storage_day WHERE consignor_id = ?`, id)...)
	}
	return lines
}

func (b *book) nightLines() (lines []string) {
	for key, n := range b.nights {
		lines = append(lines, fmt.Sprint(key, " ", n.bins, " ", n.pieces))
	}
	return lines
}
