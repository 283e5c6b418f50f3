package ledger

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/report"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
	"github.com/wareloom/wareloom/tests/world"
)

var (
	stockDays = flag.Int("days", 75, "random days whose stock is balanced")
	daysSeed  = flag.Uint64("seed", 0, "seed of the random days; 0 takes the clock")
)

// TestOpeningAndInAndOutIsClosing plays random days, with what was done taken back on
// later ones, and holds every balance of the days against what was done, its records and
// the stock. What is added up again is the same.
func TestOpeningAndInAndOutIsClosing(t *testing.T) {
	t.Parallel()
	seed := *daysSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		t.Logf("seed %d", seed)
		b := &book{World: world.Start(t, dsn), T: t, random: rand.New(rand.NewPCG(seed, 7))}
		for i := range 3 {
			for _, owner := range b.Owners {
				b.goods = append(b.goods, world.Goods(owner, b.Product(t, owner, fmt.Sprint("P", i), nil)))
			}
		}
		for range *stockDays {
			b.day()
		}
		b.Clock.Put(time.Now().AddDate(0, 0, len(b.days)+1))
		b.addUp()
		first := b.written()
		b.addUp()
		if again := b.written(); !slices.Equal(first, again) {
			t.Errorf("added up again, the days are others")
		}
		b.monthsAreOpen()
		for range 12 {
			b.balance()
		}
		b.closesWithStock()
		t.Logf("%d movements and %d reversals on %d days, %d refused", b.moved, b.reversed, len(b.days), b.refused)
	})
}

// book is a world with what the test knows of its days.
type book struct {
	*world.World
	*testing.T
	random                   *rand.Rand
	goods                    []contract.Goods
	days                     []string
	sums                     []sum
	posted                   []posted
	moved, reversed, refused int
}

// sum is what came and went of goods on a day.
type sum struct {
	day      int
	product  int64
	in, out  int64
	movement string
}

// posted is a movement that may be taken back.
type posted struct {
	no   int64
	sums []sum
}

// day is a day on which a few things happen. The clock of the warehouse is eight hours
// ahead, so that some happen on the next day of UTC.
func (b *book) day() {
	zone, err := time.LoadLocation("Asia/Shanghai")
	if err != nil {
		b.Fatal(err)
	}
	day := time.Now().In(zone).AddDate(0, 0, len(b.days)+1)
	b.days = append(b.days, day.Format(time.DateOnly))
	for hour := range 1 + b.random.IntN(5) {
		b.Clock.Put(time.Date(day.Year(), day.Month(), day.Day(), 4*hour, b.random.IntN(59), 59, 0, zone))
		b.happen()
	}
	if b.random.IntN(6) == 0 {
		b.addUp()
	}
}

// happen does one thing; what the ledger refuses did not happen.
func (b *book) happen() {
	if len(b.posted) > 0 && b.random.IntN(4) == 0 {
		b.takeBack()
		return
	}
	g := b.goods[b.random.IntN(len(b.goods))]
	move, came, went := b.any(g, 1+b.random.Int64N(20))
	var made []contract.Posted
	err := b.Try(b.Context(), func(ctx context.Context, data plugin.Data) (err error) {
		for _, end := range []struct {
			place *contract.Place
			use   string
		}{{&move.From, contract.UseVendor}, {&move.To, contract.UseCustomer}} {
			if end.place.PositionID != 0 {
				continue
			}
			if end.place.PositionID, err = b.Stock.VirtualPosition(ctx, data, b.Warehouse, end.use); err != nil {
				return err
			}
		}
		made, err = b.Stock.Post(ctx, data, []contract.Move{move})
		return err
	})
	if !b.happened(err) {
		return
	}
	b.moved++
	n := move.Qty.IntPart()
	var sums []sum
	if came != 0 {
		sums = append(sums, sum{len(b.days) - 1, came, n, 0, move.Code})
	}
	if went != 0 {
		sums = append(sums, sum{len(b.days) - 1, went, 0, n, move.Code})
	}
	b.sums, b.posted = append(b.sums, sums...), append(b.posted, posted{made[0].MoveNo, sums})
}

// any is a movement of some kind, with the products that come into stock and leave it.
func (b *book) any(g contract.Goods, n int64) (move contract.Move, came, went int64) {
	at := func(code string) contract.Place { return contract.Place{PositionID: b.Places[code]} }
	move = contract.Move{Goods: g, Qty: decimal.NewFromInt(n)}
	switch b.random.IntN(7) {
	case 0, 1, 2:
		move.Code, move.To = contract.Receipt, at("A-01")
		return move, g.ProductID, 0
	case 3:
		move.Code, move.From, move.To = contract.Transfer, at("A-01"), at("A-02")
		return move, 0, 0
	case 4:
		move.Code, move.From = contract.Ship, at("A-01")
		return move, 0, g.ProductID
	case 5:
		move.Code, move.From = contract.CountDiff, at("A-02")
		return move, 0, g.ProductID
	default:
		into := b.goods[b.random.IntN(len(b.goods))]
		move.Code, move.From, move.To, move.Into = contract.ChangeOwner, at("A-01"), at("A-01"), &into
		if into.ProductID == g.ProductID {
			return move, 0, 0
		}
		return move, into.ProductID, g.ProductID
	}
}

// takeBack reverses a movement: it counts against what it did, today.
func (b *book) takeBack() {
	i := b.random.IntN(len(b.posted))
	p := b.posted[i]
	err := b.Try(b.Context(), func(ctx context.Context, data plugin.Data) error {
		_, err := b.Stock.Reverse(ctx, data, []int64{p.no}, "test")
		return err
	})
	if !b.happened(err) {
		return
	}
	b.reversed++
	b.posted = slices.Delete(b.posted, i, i+1)
	for _, s := range p.sums {
		b.sums = append(b.sums, sum{len(b.days) - 1, s.product, -s.in, -s.out, s.movement})
	}
}

func (b *book) happened(err error) bool {
	if fault.CodeOf(err) == fault.Conflict || fault.CodeOf(err) == fault.Invalid {
		b.refused++
		return false
	}
	if err != nil {
		b.Fatal(err)
	}
	return true
}

// addUp has the days added up.
func (b *book) addUp() {
	b.Helper()
	world.AddUpDays(b, b.Server, 1)
}

// written is what the days say.
func (b *book) written() (lines []string) {
	b.Helper()
	err := b.DB.Read(b.Context(), func(ctx context.Context, tx *store.Tx) error {
		return tx.Select(ctx, &lines, `SELECT id || ' ' || version || ' ' || day || ' ' || product_id || ' ' || COALESCE(code, 'carried') || ' ' || in_qty || ' ' || out_qty || ' ' || balance || ' ' || line_count FROM stock_day ORDER BY id`)
	})
	if err != nil {
		b.Fatal(err)
	}
	return lines
}

// monthsAreOpen holds the lines that each month opens with against what was done before it.
func (b *book) monthsAreOpen() {
	b.Helper()
	var lines []struct {
		Month     string
		ProductID int64 `db:"product_id"`
		Balance   contract.Qty
	}
	err := b.DB.Read(b.Context(), func(ctx context.Context, tx *store.Tx) error {
		return tx.Select(ctx, &lines, `SELECT month, product_id, balance FROM stock_day WHERE carried = ? AND balance <> 0`, true)
	})
	if err != nil {
		b.Fatal(err)
	}
	got, want := map[string]int64{}, map[string]int64{}
	for _, line := range lines {
		got[fmt.Sprint(line.Month, " ", line.ProductID)] = line.Balance.Decimal().IntPart()
	}
	for day := 1; day < len(b.days); day++ {
		if !strings.HasSuffix(b.days[day], "-01") || day > len(b.days)-2 {
			continue
		}
		for _, s := range b.sums {
			if s.day < day {
				want[fmt.Sprint(b.days[day], " ", s.product)] += s.in - s.out
			}
		}
	}
	maps.DeleteFunc(want, func(_ string, n int64) bool { return n == 0 })
	if !maps.Equal(got, want) {
		b.Errorf("months open with %v, want %v", got, want)
	}
}

// figures are those of a product, or of all.
type figures struct{ opening, received, sent, closing int64 }

// balance asks for the balance of some stretch of days and holds it against what the
// test knows and against the records behind each figure.
func (b *book) balance() {
	b.Helper()
	from := b.random.IntN(len(b.days))
	to := from + b.random.IntN(len(b.days)-from)
	want, all := map[int64]figures{}, figures{}
	for _, s := range b.sums {
		f := want[s.product]
		f.add(s, from, to)
		all.add(s, from, to)
		want[s.product] = f
	}
	answer := b.ask(b.days[from], b.days[to])
	for _, row := range answer.Rows {
		product := numberIn(row, "product_id")
		if got := b.read(answer, row); got != want[product] {
			b.Errorf("%s to %s, product %d: %+v, want %+v", b.days[from], b.days[to], product, got, want[product])
		}
		delete(want, product)
	}
	for product, f := range want {
		if f != (figures{}) {
			b.Errorf("%s to %s lack product %d: %+v", b.days[from], b.days[to], product, f)
		}
	}
	answer.Totals["_filter"] = answer.Filter
	if got := b.read(answer, answer.Totals); got != all {
		b.Errorf("%s to %s: together %+v, want %+v", b.days[from], b.days[to], got, all)
	}
}

func (f *figures) add(s sum, from, to int) {
	if s.day < from {
		f.opening += s.in - s.out
	}
	if s.day <= to {
		f.closing += s.in - s.out
	}
	if s.day >= from && s.day <= to {
		f.received, f.sent = f.received+s.in, f.sent+s.out
	}
}

func (b *book) ask(from, to string) (answer *report.Answer) {
	b.Helper()
	rights, err := b.Rights(b.Context(), auth.System("test"))
	if err == nil {
		err = b.DB.Read(b.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
			answer, err = b.Reports.Run(ctx, tx, rights, report.Ask{Report: "stock_in_out", Params: map[string]any{"day": []any{from, to}}, Language: "en"})
			return err
		})
	}
	if err != nil {
		b.Fatal(err)
	}
	return answer
}

// read reads the figures of a row, and holds each against its records.
func (b *book) read(answer *report.Answer, row map[string]any) figures {
	b.Helper()
	f := figures{numberIn(row, "opening"), numberIn(row, "received"), numberIn(row, "sent"), numberIn(row, "closing")}
	if f.opening+f.received-f.sent != f.closing {
		b.Errorf("%+v does not add up", f)
	}
	for _, column := range answer.Columns {
		measure, ok := map[string]query.Measure{
			"opening": {Field: "balance"}, "closing": {Field: "balance"}, "received": {Field: "in_qty"}, "sent": {Field: "out_qty"},
		}[column.Key]
		if !ok {
			continue
		}
		measure.Fn, measure.As = query.Sum, "n"
		if behind := b.behind(row["_filter"], column.Only, measure); behind != numberIn(row, column.Key) {
			b.Errorf("%s is %v, its records say %d", column.Key, row[column.Key], behind)
		}
	}
	return f
}

// behind adds up the records that a figure leads to.
func (b *book) behind(filter any, only []report.Leaf, measure query.Measure) int64 {
	b.Helper()
	rights, err := b.Rights(b.Context(), auth.System("test"))
	if err != nil {
		b.Fatal(err)
	}
	whole, err := json.Marshal(map[string]any{"and": []any{filter, report.Tree{And: only}}})
	if err != nil {
		b.Fatal(err)
	}
	page, err := b.Query.Aggregate(b.Context(), rights, "stock_day", query.Aggregation{Filter: whole, Measures: []query.Measure{measure}})
	if err != nil {
		b.Fatal(err)
	}
	rows, err := report.Rows(page)
	if err != nil {
		b.Fatal(err)
	}
	return numberIn(rows[0], "n")
}

// closesWithStock holds what the days close with against what lies in the building.
func (b *book) closesWithStock() {
	b.Helper()
	answer := b.ask(b.days[0], b.days[len(b.days)-1])
	for _, row := range answer.Rows {
		var lies contract.Qty
		err := b.DB.Read(b.Context(), func(ctx context.Context, tx *store.Tx) error {
			return tx.Get(ctx, &lies, `SELECT COALESCE(CAST(SUM(on_hand) AS BIGINT), 0) FROM quant WHERE product_id = ?`, numberIn(row, "product_id"))
		})
		if closing := numberIn(row, "closing"); err != nil || lies.Decimal().IntPart() != closing {
			b.Errorf("product %v closes with %d, in stock are %s (%v)", row["product_id"], closing, lies.Text(), err)
		}
	}
}

func numberIn(row map[string]any, key string) int64 {
	n, _ := decimal.NewFromString(fmt.Sprint(row[key]))
	return n.IntPart()
}
