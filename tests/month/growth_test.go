package month

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/report"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/tests/world"
)

// perDay is how many movements a day has, of eight products.
const perDay = 200

// pasts are how many movements there are: the more, the longer ago they began.
var pasts = []int{10_000, 100_000, 1_000_000}

// older adds movements before those that are there, perDay a day back from now, and what the
// nightly job would have counted of them.
const (
	numbers = `with recursive n(i) as (select %[5]d union all select i + 1 from n where i + 1 < %[2]d),
		eight as (select id, row_number() over (order by id) - 1 as nth from product where consignor_id = (select id from consignor where code = 'ACME') order by id limit 8) `
	goods = `(select id from warehouse where code = 'SH1'), (select id from consignor where code = 'ACME'), eight.id`
	moves = `insert into stock_move (id, version, move_no, leg, code, quality, quant_id, qty, net_qty, net_lines, at, created_at, warehouse_id, consignor_id, product_id, position_id)
		` + numbers + `select %[1]d + i, 1, %[1]d + i, 2, case i %% 4 when 0 then 'RCV' when 1 then 'PUT' when 2 then 'PCK' else 'SHP' end, 'ZP', 1, 1, 1, 1,
		%[3]d - cast(i as bigint) * 86400000 / %[4]d, 1, ` + goods + `, (select min(id) from position) from n join eight on nth = i %% 8`
	days = `insert into stock_day (id, version, day, code, in_qty, out_qty, balance, month, line_count, created_at, updated_at, warehouse_id, consignor_id, product_id)
		` + numbers + `select %[1]d + i, 1, %[3]s, case i %% 2 when 0 then 'RCV' else 'SHP' end, 2 * ((i + 1) %% 2), i %% 2, 2 - 3 * (i %% 2), %[4]s, 1, 1, 1, ` + goods + ` from n join eight on nth = i / 2 %% 8`
)

// BenchmarkReportsOfALongPast asks the reports of movements for one and the same stretch of
// days, over a past of ten thousand to a million movements. What a report costs goes by the days
// that it tells of, the balance's opening by those of a month.
func BenchmarkReportsOfALongPast(b *testing.B) {
	for name, open := range map[string]func(testing.TB) string{"sqlite": enginetest.SQLite, "postgres": enginetest.Postgres} {
		for _, past := range pasts {
			b.Run(fmt.Sprintf("%s/%d", name, past), func(b *testing.B) {
				server := world.Demo(b, open(b))
				fill(b, server, name, past)
				for _, key := range []string{"receiving_summary", "outbound_detail", "ranking_in", "work_by_hour", "stock_in_out"} {
					b.Run(key, func(b *testing.B) {
						for b.Loop() {
							askOnce(b, server, key)
						}
					})
				}
			})
		}
	}
}

func fill(b *testing.B, server *apptest.Server, kind string, past int) {
	b.Helper()
	const first, step = 1 << 40, 100_000
	day := `date('now', '-' || (i / 16) || ' days')`
	month := `date('now', '-' || (i / 16) || ' days', 'start of month')`
	if kind == "postgres" {
		day, month = `current_date - i / 16`, `date_trunc('month', current_date - i / 16)::date`
	}
	now := time.Now().UnixMilli()
	texts := []string{fmt.Sprintf(days, first, past*16/perDay, day, month, 0)}
	for from := 0; from < past; from += step {
		texts = append(texts, fmt.Sprintf(moves, first, min(from+step, past), now, perDay, from))
	}
	for _, text := range append(texts, "analyze") {
		err := server.DB.Write(b.Context(), func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.Exec(ctx, text)
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	world.AddUpDays(b, server, 1) // months open
}

func askOnce(b *testing.B, server *apptest.Server, key string) {
	b.Helper()
	rights := access.System(server.Catalog.Current(), "bench")
	ask := report.Ask{Report: key, Language: "en", Start: map[string]any{}}
	for _, p := range server.Catalog.Current().Reports[key].Params {
		switch path := p.Meta.Path(); path {
		case "at":
			ask.Start[path] = map[string]any{"period": "last_30_days"}
		case "day":
			ask.Start[path] = map[string]any{"period": "this_month"}
		}
	}
	err := server.DB.Read(b.Context(), func(ctx context.Context, tx *store.Tx) error {
		answer, err := server.Reports.Run(ctx, tx, rights, ask)
		if err == nil && len(answer.Rows) == 0 {
			b.Errorf("%s tells nothing", key)
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
}
