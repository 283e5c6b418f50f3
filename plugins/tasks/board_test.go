package tasks_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/product"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/live"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/tests/world"
)

// manyTasks is how many tasks a board is tried with; 5000 takes the same statements.
var manyTasks = flag.Int("tasks", 300, "tasks on the board that is tried")

const mostCards = 20 // of a column that a board asks for at once

// TestABoardOfManyTasks: a board asks as many statements of many tasks as of a few, and no
// column is read further than it is shown.
func TestABoardOfManyTasks(t *testing.T) {
	eachHouse(t, 3, func(h *house) {
		h.shelvings(len(h.people) + mostCards)
		few := h.looksAtTheBoard(len(h.people) + mostCards)
		h.shelvings(*manyTasks - len(h.people) - mostCards)
		many := h.looksAtTheBoard(*manyTasks)
		if few != many {
			t.Errorf("the board asks %d statements of a few tasks and %d of %d", few, many, *manyTasks)
		}
	})
}

// shelvings makes so many shelving orders, of which each person has one.
func (h *house) shelvings(n int) {
	h.Helper()
	h.Receive(h.T, world.Goods(h.Owners[0], h.product), "R-01", int64(n))
	quant := h.ids(`SELECT id FROM quant WHERE position_id = ? ORDER BY id`, h.Places["R-01"])[0]
	rows := make([]plugin.Row, n)
	for i := range rows {
		rows[i] = plugin.Row{"consignor_id": h.Owners[0], "warehouse_id": h.Warehouse, "lines": []any{plugin.Row{"quant_id": quant, "qty": 1}}}
	}
	var made []plugin.Row
	for part := range slices.Chunk(rows, 500) {
		h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
			saved, err := data.SaveMany(ctx, "shelve_order", part)
			made = append(made, saved...)
			return err
		})
	}
	for i, who := range h.people[:min(len(h.people), n)] {
		h.act("shelve_order", "assign", plugin.ID(made[i]), plugin.Row{"assigned_id": who.UserID})
	}
}

// looksAtTheBoard asks what the board asks of its shelvings, by person, and tells in how
// many statements it was answered.
func (h *house) looksAtTheBoard(want int) int64 {
	h.Helper()
	rights, err := h.Rights(h.Context(), h.people[0])
	if err != nil {
		h.Fatal(err)
	}
	list := h.Catalog.Current().Lists["board_shelve"]
	before, began := h.Said.Load(), time.Now()
	page, err := h.Query.Aggregate(h.Context(), rights, "shelve_order", query.Aggregation{
		Group: []string{"assigned_id"}, Measures: []query.Measure{{Fn: query.Count, As: "n"}}, Condition: list.Where,
	})
	if err != nil {
		h.Fatal(err)
	}
	var lanes struct {
		Rows []struct {
			Person *int64 `json:"assigned_id"`
			N      int
		}
	}
	if err := json.Unmarshal(page.Bytes(), &lanes); err != nil {
		h.Fatal(err)
	}
	all, fields := 0, []string{"_label", "assigned_id"}
	for _, column := range list.Columns {
		fields = append(fields, column.Path.String())
	}
	for _, lane := range lanes.Rows {
		all += lane.N
		of := `{"field":"assigned_id","op":"null"}`
		if lane.Person != nil {
			of = fmt.Sprintf(`{"field":"assigned_id","op":"eq","value":%d}`, *lane.Person)
		}
		cards, err := h.Query.List(h.Context(), rights, "shelve_order", query.Request{
			Filter: json.RawMessage(of), Fields: fields, Sort: []string{"-priority", "created_at"}, Size: mostCards, Condition: list.Where,
		})
		if err != nil {
			h.Fatal(err)
		}
		var shown struct{ Rows []json.RawMessage }
		if err := json.Unmarshal(cards.Bytes(), &shown); err != nil || len(shown.Rows) != min(lane.N, mostCards) {
			h.Errorf("a column of %d shows %d cards (%v)", lane.N, len(shown.Rows), err)
		}
	}
	said := h.Said.Load() - before
	h.Logf("%d tasks in %d columns: %d statements, %v", all, len(lanes.Rows), said, time.Since(began).Round(time.Millisecond))
	if all != want || len(lanes.Rows) != len(h.people)+1 {
		h.Errorf("the board counts %d tasks in %d columns, want %d in %d", all, len(lanes.Rows), want, len(h.people)+1)
	}
	return said
}

// TestABoardIsToldOnEveryServer: a task that comes at one server, and each that a lead gives
// to another person there, is told to the boards that are open at another server.
func TestABoardIsToldOnEveryServer(t *testing.T) {
	t.Parallel()
	dsn := enginetest.Postgres(t)
	h := &house{T: t, World: world.Start(t, dsn)}
	h.product = h.Product(t, h.Owners[0], "P1", nil)
	h.people = []auth.Actor{h.person("ann"), h.person("ben")}
	p, err := product.Wareloom()
	if err != nil {
		t.Fatal(err)
	}
	second := apptest.StartProduct(t, dsn, p)
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	for _, server := range []*apptest.Server{h.Server, second} {
		running.Go(func() { server.Run(ctx) })
	}
	defer running.Wait()
	defer stop()
	events := second.Live.Subscribe(1)
	defer events.Close()
	h.shelvings(1)
	for !toldOf(events, "shelve_order") {
		select {
		case <-events.Ready():
		case <-time.After(notListeningYet):
			h.shelvings(1)
		}
	}
	task := h.ids(`SELECT id FROM shelve_order ORDER BY id`)[0]
	var slowest time.Duration
	for i := range 10 {
		time.Sleep(settled)
		events.Take()
		began := time.Now()
		h.act("shelve_order", "assign", task, plugin.Row{"assigned_id": h.people[i%2].UserID})
		for !toldOf(events, "shelve_order") {
			<-events.Ready()
		}
		slowest = max(slowest, time.Since(began))
	}
	t.Logf("the board of another server is told of a task that was given within %v", slowest.Round(time.Millisecond))
}

// notListeningYet is when a change is made once more: a server that has just begun to run may
// not listen yet to what others change.
const notListeningYet = 2 * time.Second

// settled is when all has come that one change tells, so that the next is told by itself.
const settled = 100 * time.Millisecond

// toldOf takes what was told, and reports whether it is of a table.
func toldOf(events *live.Subscription, table string) bool {
	return slices.ContainsFunc(events.Take(), func(e live.Event) bool { return e.Name == live.Data && e.Table == table })
}
