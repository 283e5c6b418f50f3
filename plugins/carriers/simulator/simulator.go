package simulator

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Faults are the shares of calls, between 0 and 1, that go wrong in a way.
type Faults struct {
	Slow    float64 // answered late
	Error   float64 // an error of the house, nothing done
	Lost    float64 // done, and the answer never comes
	Double  float64 // an order that is there is refused, and events come twice
	Limit   float64 // too many calls
	Garbled float64 // done, and the answer cannot be read
}

// All gives every fault the same share.
func All(share float64) Faults { return Faults{share, share, share, share, share, share} }

// slow is how long a slow answer takes.
const slow = 300 * time.Millisecond

// order is a parcel in the books.
type order struct {
	key, number string
	at          time.Time
	cancelled   bool
	events      int // of its way that happened
}

// Carrier is the house.
type Carrier struct {
	secret string
	now    func() time.Time
	mux    *http.ServeMux

	mu     sync.Mutex
	faults Faults
	down   bool
	spoils bool
	dice   func() float64
	next   int64
	orders map[string]*order // by account and key
	taken  []*order          // in the order of their numbers
	events []event
	calls  map[string]int // by question
	given  []string       // numbers in advance
}

// event is something that happened, in the order in which it did.
type event struct {
	number, state, opcode, place, text string
	at                                 time.Time
}

// New makes a house whose accounts have a secret. dice gives numbers between 0 and 1.
func New(secret string, now func() time.Time, dice func() float64) *Carrier {
	c := &Carrier{secret: secret, now: now, dice: dice, mux: http.NewServeMux(), orders: map[string]*order{}, calls: map[string]int{}}
	c.mux.HandleFunc("POST /sf", c.sf)
	c.mux.HandleFunc("POST /aggregator", c.aggregator)
	c.mux.HandleFunc("GET /label/{number}", c.file)
	return c
}

// Handler answers calls.
func (c *Carrier) Handler() http.Handler { return c.mux }

// Misbehave sets what goes wrong from now on.
func (c *Carrier) Misbehave(f Faults) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.faults = f
}

// Close has the house answer nobody, until it is opened again.
func (c *Carrier) Close(closed bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.down = closed
}

// Spoil has the house give labels that nobody can print.
func (c *Carrier) Spoil(spoils bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.spoils = spoils
}

// labelOf is the label of a number in a format.
func (c *Carrier) labelOf(number, printAs string) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.spoils {
		return []byte("<html>")
	}
	return label(number, printAs)
}

// Booked are the numbers by the keys of the orders that the house would charge for.
func (c *Carrier) Booked() map[string]string {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := map[string]string{}
	for _, o := range c.orders {
		if !o.cancelled {
			all[o.key] = o.number
		}
	}
	return all
}

// Asked is how often a question came.
func (c *Carrier) Asked(what string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.calls[what]
}

// fate decides how a call goes: what is done before the answer, and whether it is sent.
type fate struct{ slow, broken, lost, double, limited, garbled, down bool }

func (c *Carrier) decide(what string) fate {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls[what]++
	hit := func(share float64) bool { return share > 0 && c.dice() < share }
	f := c.faults
	return fate{hit(f.Slow), hit(f.Error), hit(f.Lost), hit(f.Double), hit(f.Limit), hit(f.Garbled), c.down}
}

// before does what goes wrong before the question is heard, and reports whether it is.
func (f fate) before(w http.ResponseWriter) bool {
	if f.slow {
		time.Sleep(slow)
	}
	switch {
	case f.down:
		w.WriteHeader(http.StatusServiceUnavailable)
	case f.limited:
		w.WriteHeader(http.StatusTooManyRequests)
	case f.broken:
		w.WriteHeader(http.StatusInternalServerError)
	default:
		return true
	}
	return false
}

// after sends the answer, or what is left of it.
func (f fate) after(w http.ResponseWriter, body []byte) {
	switch {
	case f.lost:
		if hijacker, ok := w.(http.Hijacker); ok {
			if conn, _, err := hijacker.Hijack(); err == nil {
				_ = conn.Close() // the line is dead, which is what is wanted
				return
			}
		}
	case f.garbled:
		body = body[:len(body)/2]
	}
	_, _ = w.Write(body) // who asked is gone: nobody is left to tell
}

// Words of the books' answers.
const (
	fine     = ""
	repeated = "repeated"
	absent   = "absent"
	gone     = "gone"
	pickedUp = "picked up"
	badOrder = "bad order"
)

// take books an order. One that is there gives its number again, unless the house is one
// that refuses the second time.
func (c *Carrier) take(account, key, receiver, phone string, refuses bool) (*order, string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if o := c.orders[account+"/"+key]; o != nil {
		if o.cancelled {
			return nil, gone
		}
		if refuses {
			return nil, repeated
		}
		return o, fine
	}
	if key == "" || receiver == "" || phone == "" || strings.Contains(receiver, "REFUSE") {
		return nil, badOrder
	}
	c.next++
	o := &order{key: key, number: "SIM" + fmt.Sprintf("%010d", c.next), at: c.now()}
	c.orders[account+"/"+key] = o
	c.taken = append(c.taken, o)
	return o, fine
}

func (c *Carrier) find(account, key string) (*order, string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	o := c.orders[account+"/"+key]
	switch {
	case o == nil:
		return nil, absent
	case o.cancelled:
		return nil, gone
	}
	return o, fine
}

// cancel takes an order out of the books unless it is on its way.
func (c *Carrier) cancel(account, key string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	o := c.orders[account+"/"+key]
	switch {
	case o == nil:
		return absent
	case o.cancelled:
		return gone
	case o.events > 0:
		return pickedUp
	}
	o.cancelled = true
	return fine
}

// way is what happens to a parcel, one by one.
var way = []event{
	{state: "1", opcode: "50", place: "上海", text: "已揽收 Picked up"},
	{state: "0", opcode: "30", place: "杭州", text: "运输中 On its way"},
	{state: "5", opcode: "44", place: "杭州", text: "派送中 Out for delivery"},
	{state: "3", opcode: "80", place: "杭州", text: "已签收 Delivered"},
}

// Carry has the next thing happen to each parcel with one of the numbers, to all without
// any.
func (c *Carrier) Carry(numbers ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, o := range c.taken {
		if o.cancelled || o.events == len(way) || len(numbers) > 0 && !slices.Contains(numbers, o.number) {
			continue
		}
		e := way[o.events]
		e.number, e.at = o.number, c.now()
		o.events++
		c.events = append(c.events, e)
	}
}

// since are the events behind a cursor, and the cursor behind them.
func (c *Carrier) since(cursor string, most int) ([]event, string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at, err := strconv.Atoi(cursor)
	if err != nil || at < 0 || at > len(c.events) {
		at = 0
	}
	to := min(at+most, len(c.events))
	return slices.Clone(c.events[at:to]), strconv.Itoa(to)
}

// advance gives numbers that are not ordered yet.
func (c *Carrier) advance(count int64) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	first := len(c.given)
	for range min(count, 500) {
		c.given = append(c.given, "SEG"+fmt.Sprintf("%010d", len(c.given)+1))
	}
	return slices.Clone(c.given[first:])
}
