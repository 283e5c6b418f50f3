package tasks_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/station"
	"github.com/wareloom/wareloom/tests/world"
)

// house is the small building with one product and some people.
type house struct {
	*testing.T
	*world.World
	product int64
	people  []auth.Actor
}

// eachHouse runs a test in a building on either database. When it ends, every invariant
// is checked.
func eachHouse(t *testing.T, people int, run func(h *house)) {
	t.Helper()
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		h := &house{T: t, World: world.Start(t, dsn)}
		h.product = h.Product(t, h.Owners[0], "P1", nil)
		for i := range people {
			h.people = append(h.people, h.person(fmt.Sprint("p", i)))
		}
		run(h)
	})
}

func (h *house) person(name string) auth.Actor {
	actor := auth.System("test")
	actor.Account, actor.Language = name, "en"
	actor.UserID = h.save("user", plugin.Row{"account": name, "true_name": name, "user_type": "user"})
	actor.Values["id"] = actor.UserID
	return actor
}

func (h *house) save(table string, row plugin.Row) (id int64) {
	h.Helper()
	h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
		saved, err := data.Save(ctx, table, row)
		id = plugin.ID(saved)
		return err
	})
	return id
}

func (h *house) act(table, action string, id int64, params plugin.Row) {
	h.Helper()
	if err := h.try(table, action, id, params); err != nil {
		h.Fatalf("%s %s %d: %v", action, table, id, err)
	}
}

func (h *house) try(table, action string, id int64, params plugin.Row) error {
	return h.Try(h.Context(), func(ctx context.Context, data plugin.Data) error {
		_, err := data.Act(ctx, table, action, id, params)
		return err
	})
}

// get is a field of a record.
func (h *house) get(table string, id int64, field string) (value any) {
	h.Helper()
	h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
		row, err := data.Get(ctx, table, id)
		value = row[field]
		return err
	})
	return value
}

func (h *house) ids(question string, args ...any) (ids []int64) {
	h.Helper()
	h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
		return data.SQL().Select(ctx, &ids, question, args...)
	})
	return ids
}

// bills makes so many pick bills of one order and one task each, the first at A-01, the
// second at A-02 and so on around.
func (h *house) bills(n int) []int64 {
	h.Helper()
	for i := range n {
		h.Receive(h.T, world.Goods(h.Owners[0], h.product), fmt.Sprintf("A-0%d", i%4+1), 1)
	}
	for range n {
		order := h.save("sale_order", plugin.Row{
			"consignor_id": h.Owners[0], "warehouse_id": h.Warehouse, "receiver": "R", "country": "CN", "phone": "13900000000", "city": "上海", "detail": "1",
			"lines": []any{plugin.Row{"product_id": h.product, "qty": 1}},
		})
		h.act("sale_order", "audit", order, nil)
		h.act("sale_order", "allocate", order, nil)
		if _, err := h.Wave(h.Context(), nil, order); err != nil {
			h.Fatal(err)
		}
	}
	return h.ids(`SELECT id FROM pick_bill ORDER BY id`)
}

// begin starts a task at a station.
func (h *house) begin(key string, who auth.Actor) (int64, error) {
	rights, err := h.Rights(h.Context(), who)
	if err != nil {
		return 0, err
	}
	answer, err := h.Stations.Start(h.Context(), station.Caller{Rights: rights}, key, station.Opening{
		Params: map[string]any{"warehouse_id": json.Number(strconv.FormatInt(h.Warehouse, 10))},
	})
	if err != nil {
		return 0, err
	}
	return answer.Session, nil
}

// next has a person press for his next task, and gives the code of a refusal.
func (h *house) next(key, button string, who auth.Actor) (refused string, err error) {
	session, err := h.begin(key, who)
	if err != nil {
		return "", err
	}
	return h.input(session, who, station.Input{Seq: 1, Kind: "button", Value: word(button)})
}

// input sends an input of a person, and gives the code of its answer.
func (h *house) input(session int64, who auth.Actor, in station.Input) (code string, err error) {
	rights, err := h.Rights(h.Context(), who)
	if err != nil {
		return "", err
	}
	answer, err := h.Stations.Input(h.Context(), station.Caller{Rights: rights, Knows: true}, session, []station.Input{in})
	if err != nil {
		return "", err
	}
	return answer.Results[0].Code, nil
}

func word(text string) json.RawMessage { return json.RawMessage(strconv.Quote(text)) }

// seat is a person at a station.
type seat struct {
	*house
	who     auth.Actor
	session int64
	seq     int64
}

// at starts a task that a person goes on with.
func (h *house) at(key string, who auth.Actor) *seat {
	h.Helper()
	session, err := h.begin(key, who)
	if err != nil {
		h.Fatal(err)
	}
	return &seat{house: h, who: who, session: session}
}

// enter sends an input and wants the code of its answer.
func (s *seat) enter(kind, value, want string) {
	s.Helper()
	s.seq++
	code, err := s.input(s.session, s.who, station.Input{Seq: s.seq, Kind: kind, Value: word(value)})
	if err != nil || code != want {
		s.Fatalf("%s %s: %q (%v), want %q", kind, value, code, err, want)
	}
}

func (s *seat) press(button, want string) {
	s.Helper()
	s.enter("button", button, want)
}

// wantNext presses and wants a refusal, "" for none.
func (h *house) wantNext(key, button string, who auth.Actor, want string) {
	h.Helper()
	got, err := h.next(key, button, who)
	if err != nil {
		h.Fatal(err)
	}
	if got != want && want != "" || want == "" && h.isRefusal(got) {
		h.Errorf("%s presses at %s: %q, want %q", who.Account, key, got, want)
	}
}

// isRefusal reports a code that tells of a failure; what was done has codes as well.
func (h *house) isRefusal(code string) bool {
	return code != "" && code != "picking.taken" && code != "counting.taken"
}

// allPress has everybody press at once.
func (h *house) allPress(key, button string) {
	h.Helper()
	var group sync.WaitGroup
	for _, who := range h.people {
		group.Go(func() {
			if code, err := h.next(key, button, who); err != nil || h.isRefusal(code) {
				h.Errorf("%s at %s: %q, %v", who.Account, key, code, err)
			}
		})
	}
	group.Wait()
}

// wantOneEach wants every person to have just one of the records.
func (h *house) wantOneEach(what, question string) {
	h.Helper()
	got := h.ids(question)
	if len(got) != len(h.people) {
		h.Errorf("%s: %d people have %d", what, len(h.people), len(got))
	}
	seen := map[int64]bool{}
	for _, person := range got {
		if seen[person] {
			h.Errorf("%s: person %d has two", what, person)
		}
		seen[person] = true
	}
}

// later lets time pass and has the tasks looked at.
func (h *house) later(minutes time.Duration) {
	h.Helper()
	h.Clock.Put(h.Clock.Now().Add(minutes * time.Minute))
	h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
		_, err := plugin.Enqueue(ctx, data.SQL(), plugin.NewJob{Kind: "tasks.take_back", UniqueKey: "tasks.take_back:now"})
		return err
	})
	h.Work(h.T)
}
