package inventory

import (
	"context"
	"database/sql"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// TestDaysAreAddedUpFromTheOneBeforeTheNewest, each as it begins in the warehouse.
func TestDaysAreAddedUpFromTheOneBeforeTheNewest(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	shanghai := sql.NullString{String: "Asia/Shanghai", Valid: true}
	first := sql.NullInt64{Int64: time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC).UnixMilli(), Valid: true}
	for _, tt := range []struct {
		name string
		h    counted
		want string // "" for none
	}{
		{"some are written", counted{TimeZone: shanghai, Day: str("2026-03-05")}, "2026-03-04T00:00:00+08:00"},
		{"none is written", counted{TimeZone: shanghai, First: first}, "2026-03-02T00:00:00+08:00"},
		{"in no zone", counted{First: first}, "2026-03-01T00:00:00Z"},
		{"nothing ever moved", counted{TimeZone: shanghai}, ""},
	} {
		got := tt.h.begins(now)
		if tt.want == "" && !got.After(now) || tt.want != "" && got.Format(time.RFC3339) != tt.want {
			t.Errorf("%s: from %s, want %q", tt.name, got.Format(time.RFC3339), tt.want)
		}
	}
}

// TestADayIsWrittenWhereItDiffers: lines that are not there yet, those that changed, and
// nothing twice.
func TestADayIsWrittenWhereItDiffers(t *testing.T) {
	t.Parallel()
	line := func(product int64, code string, in, out int) dayLine {
		return dayLine{dayKey: dayKey{ConsignorID: 1, ProductID: product, Code: code}, InQty: contract.Pieces(in), OutQty: contract.Pieces(out), LineCount: 1}
	}
	written := func(l dayLine, id int64) dayLine { l.ID = id; return l }
	known := map[dayKey]dayLine{}
	for _, l := range []dayLine{written(line(1, "RCV", 5, 0), 11), written(line(2, "RCV", 5, 0), 12)} {
		known[l.dayKey] = l
	}
	h := &counted{ID: 7}
	fresh, changed := h.rows("2026-03-05", []dayLine{line(1, "RCV", 5, 0), line(2, "RCV", 5, 2), line(1, "SHP", 0, 3)}, known)
	if len(fresh) != 1 || len(changed) != 1 {
		t.Fatalf("fresh %v, changed %v", fresh, changed)
	}
	if row := changed[0]; plugin.ID(row) != 12 || plugin.Decimal(row, "balance").String() != "3" {
		t.Errorf("corrected is %v", row)
	}
	row := fresh[0]
	if row["code"] != "SHP" || row["day"] != "2026-03-05" || row["month"] != "2026-03-01" || row["warehouse_id"] != int64(7) || plugin.Decimal(row, "balance").String() != "-3" || row["carried"] != false {
		t.Errorf("written is %v", row)
	}
	if fresh, changed = h.rows("2026-03-05", nil, known); len(fresh)+len(changed) != 0 {
		t.Errorf("a day without movements writes %v %v", fresh, changed)
	}
}

// TestAMonthOpensWithWhatLies: nothing needs no line, unless one is written.
func TestAMonthOpensWithWhatLies(t *testing.T) {
	t.Parallel()
	month := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	line := func(id, product int64, pieces int) goodsLine {
		return goodsLine{ID: id, WarehouseID: 1, ConsignorID: 1, ProductID: product, Balance: contract.Pieces(pieces)}
	}
	lies := []goodsLine{line(0, 1, 5), line(0, 2, 0), line(0, 3, 7), line(0, 4, 4), line(0, 6, -2)}
	written := []goodsLine{line(13, 3, 7), line(14, 4, 9), line(15, 5, 3), line(16, 7, 0)}
	fresh, changed := openingRows(month, lies, written)
	if len(fresh) != 2 || fresh[0]["product_id"] != int64(1) || fresh[1]["product_id"] != int64(6) || fresh[0]["day"] != "2026-02-28" || fresh[0]["month"] != "2026-03-01" || fresh[0]["carried"] != true {
		t.Errorf("fresh lines are %v", fresh)
	}
	got := map[int64]string{}
	for _, row := range changed {
		got[plugin.ID(row)] = plugin.Decimal(row, "balance").String()
	}
	if len(got) != 2 || got[14] != "4" || got[15] != "0" {
		t.Errorf("corrected are %v, want 14 to 4 and 15, of which nothing lies, to 0", got)
	}
	if monthOf("2026-12-31") != "2026-12-01" {
		t.Errorf("the last of the year is of %s", monthOf("2026-12-31"))
	}
}

// TestAnEmptyWarehouseReadsNoMovements: those here cannot be read at all, which one that holds
// goods, and has no days, runs into.
func TestAnEmptyWarehouseReadsNoMovements(t *testing.T) {
	t.Parallel()
	db := enginetest.Open(t, enginetest.SQLite(t), store.Options{})
	do := func(statements ...string) {
		t.Helper()
		err := db.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			for _, text := range statements {
				if _, err := tx.Exec(ctx, text); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	look := func() (houses []counted, err error) {
		err = db.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			return tx.Select(ctx, &houses, countedHouses, crossing)
		})
		return houses, err
	}
	do("create table warehouse (id integer primary key, time_zone text)", "insert into warehouse (id) values (1)",
		"create table stock_day (warehouse_id integer, day text, code text)", "create table quant (warehouse_id integer)",
		"create table posted (warehouse_id integer, code text)", "insert into posted values (1, 'RCV')",
		"create view stock_move as select warehouse_id, code, json('no JSON') as at from posted")
	if houses, err := look(); err != nil || len(houses) != 1 || houses[0].First.Valid {
		t.Errorf("an empty warehouse is %v, %v", houses, err)
	}
	do("insert into quant values (1)")
	if _, err := look(); err == nil {
		t.Error("movements are not looked for in a warehouse that holds goods")
	}
}
