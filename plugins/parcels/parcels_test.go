package parcels_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/tests/world"
)

var (
	packings = flag.Int("packings", 40, "parcels that are packed anew at random")
	seedFlag = flag.Uint64("seed", 0, "seed of the random packings; 0 takes the clock")
)

// yard is the small building with a port and parcels.
type yard struct {
	*testing.T
	*world.World
	port int64
}

func eachYard(t *testing.T, run func(y *yard)) {
	t.Helper()
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		y := &yard{T: t, World: world.StartWith(t, dsn)}
		y.port = y.save("port", plugin.Row{"code": "P1", "name": "P1", "country": "CN"})
		run(y)
		y.Verify(t)
	})
}

func (y *yard) save(table string, row plugin.Row) (id int64) {
	y.Helper()
	y.Do(y.T, func(ctx context.Context, data plugin.Data) error {
		made, err := data.Save(ctx, table, row)
		id = plugin.ID(made)
		return err
	})
	return id
}

// parcel makes a weighed parcel for somebody, with so much of each of some goods.
func (y *yard) parcel(owner int64, receiver string, goods ...int64) (id int64) {
	y.Helper()
	var lines []any
	for i, qty := range goods {
		lines = append(lines, plugin.Row{"name": fmt.Sprint("G", i), "qty": qty, "price": decimal.NewFromInt(5)})
	}
	id = y.save("waybill", plugin.Row{
		"consignor_id": owner, "warehouse_id": y.Warehouse, "port_id": y.port, "receiver": receiver, "phone": "1", "detail": "1", "lines": lines,
	})
	y.must(y.act("receive", nil, id))
	y.must(y.act("measure", plugin.Row{"gross_weight": decimal.NewFromInt(2)}, id))
	return id
}

func (y *yard) act(action string, params plugin.Row, ids ...int64) error {
	y.Helper()
	if len(ids) == 1 {
		return y.Try(y.Context(), func(ctx context.Context, data plugin.Data) error {
			_, err := data.Act(ctx, "waybill", action, ids[0], params)
			return err
		})
	}
	rights := access.System(y.Catalog.Current(), "test")
	_, err := y.Documents.Act(y.Context(), rights, "waybill", document.Request{Name: action, IDs: ids, Params: params})
	return err
}

func (y *yard) must(err error) {
	y.Helper()
	if err != nil {
		y.Fatal(err)
	}
}

// is reads a waybill with the goods on it, as "2 G0 1 G1".
func (y *yard) is(id int64) (row plugin.Row, goods string) {
	y.Helper()
	y.Do(y.T, func(ctx context.Context, data plugin.Data) (err error) {
		if row, err = data.Get(ctx, "waybill", id); err != nil {
			return err
		}
		lines, err := data.Find(ctx, "waybill_line", plugin.Where{Match: plugin.Row{"waybill_id": id}})
		var words []string
		for _, line := range lines {
			words = append(words, fmt.Sprint(plugin.Decimal(line, "qty"), " ", plugin.Text(line, "name")))
		}
		slices.Sort(words)
		goods = fmt.Sprint(words)
		return err
	})
	return row, goods
}

func TestParcelsOfOneReceiverBecomeOne(t *testing.T) {
	eachYard(t, func(y *yard) {
		first, second, third := y.parcel(y.Owners[0], "R", 2), y.parcel(y.Owners[0], "R", 1, 3), y.parcel(y.Owners[0], "R", 4)
		other, foreign := y.parcel(y.Owners[0], "S", 1), y.parcel(y.Owners[1], "R", 1)
		y.must(y.act("merge", plugin.Row{"pieces": 2}, third, first, other, second, foreign))
		row, goods := y.is(first)
		if goods != "[1 G0 2 G0 3 G1 4 G0]" || plugin.Text(row, "status") != "received" || row["gross_weight"] != nil || plugin.Int(row, "pieces") != 2 {
			t.Errorf("what is merged is %v with %s", row, goods)
		}
		for _, id := range []int64{second, third} {
			if row, goods = y.is(id); goods != "[]" || plugin.Text(row, "status") != "merged" || plugin.Int(row, "merged_into_id") != first {
				t.Errorf("what went into another is %v with %s", row, goods)
			}
		}
		for _, id := range []int64{other, foreign} {
			if row, goods = y.is(id); goods != "[1 G0]" || plugin.Text(row, "status") != "measured" {
				t.Errorf("what goes elsewhere is %v with %s", row, goods)
			}
		}
		if err := y.act("merge", plugin.Row{"pieces": 1}, other, foreign); !fault.IsKey(err, "parcels.nothing_to_merge") {
			t.Errorf("parcels of two owners are merged: %v", err)
		}
	})
}

func TestAPartBecomesAParcel(t *testing.T) {
	eachYard(t, func(y *yard) {
		id := y.parcel(y.Owners[0], "R", 5, 2)
		foreign := y.parcel(y.Owners[0], "R", 1)
		for _, wrong := range []struct {
			line int64
			qty  int64
			key  string
		}{{y.line(id, "G0"), 6, "parcels.split_all"}, {y.line(foreign, "G0"), 1, ""}, {y.line(foreign, "G0"), 0, ""}} {
			if err := y.act("split", plugin.Row{"line_id": wrong.line, "qty": wrong.qty, "pieces": 1}, id); err == nil || wrong.key != "" && !fault.IsKey(err, wrong.key) {
				t.Errorf("%+v: %v", wrong, err)
			}
		}
		y.must(y.act("split", plugin.Row{"line_id": y.line(id, "G0"), "qty": 3, "pieces": 1}, id))
		y.must(y.act("split", plugin.Row{"line_id": y.line(id, "G1"), "pieces": 1}, id))
		row, goods := y.is(id)
		if goods != "[2 G0]" || plugin.Text(row, "status") != "received" || row["gross_weight"] != nil {
			t.Errorf("what stays is %v with %s", row, goods)
		}
		if err := y.act("split", plugin.Row{"line_id": y.line(id, "G0"), "pieces": 1}, id); !fault.IsKey(err, "parcels.split_all") {
			t.Errorf("nothing stays: %v", err)
		}
		var parts []string
		for _, part := range y.ids(`SELECT id FROM waybill WHERE split_from_id = ? ORDER BY id`, id) {
			row, goods = y.is(part)
			parts = append(parts, plugin.Text(row, "status")+plugin.Text(row, "receiver")+goods)
		}
		if fmt.Sprint(parts) != "[receivedR[3 G0] receivedR[2 G1]]" {
			t.Errorf("the parts are %v", parts)
		}
	})
}

func (y *yard) line(id int64, name string) int64 {
	y.Helper()
	return y.ids(`SELECT id FROM waybill_line WHERE waybill_id = ? AND name = ?`, id, name)[0]
}

func (y *yard) ids(question string, args ...any) (ids []int64) {
	y.Helper()
	y.Do(y.T, func(ctx context.Context, data plugin.Data) error {
		return data.SQL().Select(ctx, &ids, question, args...)
	})
	return ids
}

// TestGoodsAreOnOneParcel packs anew at random: of no goods is there more or less, and no
// owner has another's.
func TestGoodsAreOnOneParcel(t *testing.T) {
	seed := *seedFlag
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	eachYard(t, func(y *yard) {
		y.Logf("seed %d", seed)
		random := rand.New(rand.NewPCG(seed, 11))
		for i := range 8 {
			y.parcel(y.Owners[i%2], []string{"R", "S"}[i/2%2], 1+random.Int64N(9), 1+random.Int64N(9))
		}
		const sums = `SELECT CAST(SUM(l.qty) AS BIGINT) FROM waybill_line l JOIN waybill w ON w.id = l.waybill_id GROUP BY w.consignor_id, l.name ORDER BY w.consignor_id, l.name`
		before, done := y.ids(sums), 0
		for range *packings {
			lying := y.ids(`SELECT id FROM waybill WHERE status IN ('received', 'measured') ORDER BY id`)
			random.Shuffle(len(lying), func(i, j int) { lying[i], lying[j] = lying[j], lying[i] })
			var err error
			if random.IntN(2) == 0 && len(lying) > 2 {
				err = y.act("merge", plugin.Row{"pieces": 1}, lying[:2+random.IntN(len(lying)-1)]...)
			} else {
				lines := y.ids(`SELECT id FROM waybill_line WHERE waybill_id = ? ORDER BY id`, lying[0])
				err = y.act("split", plugin.Row{"line_id": lines[random.IntN(len(lines))], "qty": random.Int64N(5), "pieces": 1}, lying[0])
			}
			switch {
			case err == nil:
				done++
			case fault.CodeOf(err) != fault.Conflict && fault.CodeOf(err) != fault.Invalid:
				y.Fatal(err)
			}
			if after := y.ids(sums); !slices.Equal(before, after) {
				y.Fatalf("goods were %v, are %v", before, after)
			}
		}
		if done < *packings/4 {
			y.Errorf("%d of %d packings were done", done, *packings)
		}
	})
}
