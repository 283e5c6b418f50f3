package days

import (
	"encoding/json"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/tests/world"
)

type m = map[string]any

// floor is the demo building with a person in it who plays days.
type floor struct {
	*testing.T
	server  *apptest.Server
	session *apptest.Session
	others  map[string]*apptest.Session // who else looks, by account
	random  *rand.Rand
	began   time.Time
	count   tally
	done    map[string]int // what was done, by kind
	refused map[string]int // what was refused, by reason
	steps   int
	number  int                // of documents made
	before  map[string]float64 // figures of the demo itself
	latest  map[string]float64
}

// tally is what the test itself knows to have happened, in pieces and lines.
type tally struct {
	received, receivedLines float64
	sent, sentLines         float64
	ordered                 float64 // but for cancelled orders
	picked                  float64
	returned                float64
	otherIn, otherOut       float64
	counted                 float64 // differences
}

// onHand is what must lie in the building.
func (c tally) onHand() float64 {
	return c.received + c.returned + c.otherIn + c.counted - c.sent - c.otherOut
}

func enter(t *testing.T, dsn string, random *rand.Rand) *floor {
	t.Helper()
	server := world.Demo(t, dsn)
	f := &floor{T: t, server: server, session: server.Login(t, "user", "admin"), random: random, began: time.Now(), done: map[string]int{}, refused: map[string]int{}}
	f.others = map[string]*apptest.Session{
		"finance": server.Login(t, "user", "finance"), "acme": server.Login(t, "consignor", "acme"), "globex": server.Login(t, "consignor", "globex"),
	}
	f.before = f.figures() // what the demo begins with
	return f
}

// try sends a call; a fault of the server fails the test, a refusal does not.
func (f *floor) try(path string, body any) apptest.Answer {
	f.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		f.Fatal(err)
	}
	answer := f.server.Do(f, apptest.Call{Path: "/api/" + path, Body: string(text), As: f.session, Headers: map[string]string{"Accept-Language": "en"}})
	if answer.Status >= 500 {
		f.Fatalf("%s %s: %s", path, text, answer.Text)
	}
	return answer
}

// ask sends a call and wants it granted.
func (f *floor) ask(path string, body, into any) {
	f.Helper()
	answer := f.try(path, body)
	if !answer.Result {
		f.Fatalf("%s %v: %s", path, body, answer.Text)
	}
	if into != nil {
		answer.Into(f, into)
	}
}

// act takes an action and tells whether it was granted.
func (f *floor) act(table, name string, id int64, params m) bool {
	f.Helper()
	f.steps++
	answer := f.try("data/"+table+"/act", m{"name": name, "id": id, "params": params})
	f.note(table+"."+name, answer.Result, answer.Msg)
	return answer.Result
}

func (f *floor) note(what string, granted bool, reason string) {
	if granted {
		f.done[what]++
	} else {
		f.refused[what+": "+reason]++
	}
}

// save makes a document.
func (f *floor) save(table string, row m) int64 {
	f.Helper()
	f.steps++
	var made m
	f.ask("data/"+table+"/save", row, &made)
	f.done[table+".save"]++
	return id(made)
}

// some gives records of a table, the newest first.
func (f *floor) some(table, field string, values ...string) []m {
	f.Helper()
	var page struct{ Rows []m }
	f.ask("data/"+table+"/query", m{"filter": m{"field": field, "op": "in", "value": values}, "sort": []string{"-id"}, "size": 20}, &page)
	return page.Rows
}

// lines are the lines of a document.
func (f *floor) lines(table string, id int64) []m {
	f.Helper()
	var row struct{ Lines []m }
	f.ask("data/"+table+"/get", m{"id": id}, &row)
	return row.Lines
}

func id(row m) int64 { return int64(number(row["id"])) }

func number(v any) float64 {
	n, _ := v.(float64)
	return n
}

// chance is true in so many of a hundred cases.
func (f *floor) chance(percent int) bool { return f.random.IntN(100) < percent }

// one picks an element.
func one[T any](f *floor, list []T) T { return list[f.random.IntN(len(list))] }

// station is a task at a scan station.
type station struct {
	*floor
	key     string
	session int64
	seq     int64
	screen  m
}

func (f *floor) start(key string, scans ...any) *station {
	f.Helper()
	s := &station{floor: f, key: key}
	var answer struct {
		Session int64
		Screen  m
	}
	f.ask("station/"+key+"/start", m{"params": m{}}, &answer)
	s.session, s.screen = answer.Session, answer.Screen
	for _, code := range scans {
		if !s.input("scan", code) {
			return nil
		}
	}
	return s
}

// input sends one input and tells whether it was taken.
func (s *station) input(kind string, value any) bool {
	s.Helper()
	s.seq++
	s.steps++
	var answer struct {
		Results []struct {
			OK   bool
			Code string
		}
		Screen m
	}
	s.ask("station/"+s.key+"/input", m{"session": s.session, "inputs": []m{{"seq": s.seq, "kind": kind, "value": value}}}, &answer)
	s.screen = answer.Screen
	s.note(s.key+" "+kind, answer.Results[0].OK, answer.Results[0].Code)
	return answer.Results[0].OK
}

// undo takes the last input back.
func (s *station) undo() bool {
	s.Helper()
	return s.input("undo", m{"seq": s.seq})
}
