package simulator_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wareloom/wareloom/plugins/carriers/house"
	"github.com/wareloom/wareloom/plugins/carriers/simulator"
)

// today is what the house's clock shows.
var today = time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)

// caller asks a simulated house in a format.
type caller struct {
	*testing.T
	house.Format
	sim     *simulator.Carrier
	account house.Account
	http    *http.Client // of its own: a server that closes takes the idle lines of the common one along
}

// eachFormat runs a test against a house of its own in each format.
func eachFormat(t *testing.T, run func(c *caller)) {
	t.Helper()
	t.Parallel()
	for name, format := range house.Formats() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sim := simulator.New("secret", func() time.Time { return today }, func() float64 { return 0.5 })
			server := httptest.NewServer(sim.Handler())
			t.Cleanup(server.Close)
			run(&caller{t, format, sim, house.Account{Endpoint: server.URL + "/" + name, AppKey: "WL", Secret: "secret"}, server.Client()})
		})
	}
}

// of is an order with a key.
func of(key string) house.Order {
	return house.Order{Key: key, To: house.Address{Name: "Wang", Phone: "139", City: "杭州"}}
}

// errDead is the error of a call whose answer never comes.
var errDead = errors.New("the line is dead")

func (c *caller) ask(q house.Question) (house.Answer, error) {
	c.Helper()
	q.At = today
	call, err := c.Call(c.account, q)
	if err != nil {
		return house.Answer{}, err
	}
	ctx, stop := context.WithTimeout(c.Context(), 10*time.Second)
	defer stop()
	request, err := http.NewRequestWithContext(ctx, call.Method, call.URL, strings.NewReader(string(call.Body)))
	if err != nil {
		c.Fatal(err)
	}
	for key, value := range call.Header {
		request.Header.Set(key, value)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return house.Answer{}, errDead
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return house.Answer{}, errDead
	}
	return c.Hear(q, response.StatusCode, body)
}

// number asks for something that has a number, and wants what the answer means; "" for the
// one that is hoped for.
func (c *caller) number(ask string, o house.Order, means string) string {
	c.Helper()
	answer, err := c.ask(house.Question{Ask: ask, Order: o})
	got := ""
	if said := new(house.Said); errors.As(err, &said) {
		got = said.Means
	} else if err != nil {
		c.Fatalf("%s %s: %v", ask, o.Key, err)
	}
	if got != means {
		c.Errorf("%s %s is answered %q, want %q", ask, o.Key, got, means)
	}
	return answer.Number
}

// TestAnOrderIsBookedOnce however often it is asked for, and found again; that of another
// account is another's.
func TestAnOrderIsBookedOnce(t *testing.T) {
	eachFormat(t, func(c *caller) {
		first := c.number(house.Take, of("SO1"), "")
		if again := c.number(house.Take, of("SO1"), ""); again != first || first == "" {
			c.Errorf("asked again, the number is %q, was %q", again, first)
		}
		if found := c.number(house.Find, of("SO1"), ""); found != first {
			c.Errorf("found is %q, taken was %q", found, first)
		}
		if other := c.number(house.Take, of("SO2"), ""); other == first {
			c.Errorf("two orders have %s", other)
		}
		c.number(house.Find, of("SO3"), house.Absent)
		c.account.AppKey = "OTHER"
		if theirs := c.number(house.Take, of("SO1"), ""); theirs == first {
			c.Errorf("another account has %s too", theirs)
		}
	})
}

// TestAHouseThatRefusesTheSecondTimeTellsSo, and has the number.
func TestAHouseThatRefusesTheSecondTimeTellsSo(t *testing.T) {
	eachFormat(t, func(c *caller) {
		c.sim.Misbehave(simulator.Faults{Double: 1})
		first := c.number(house.Take, of("SO1"), "")
		c.number(house.Take, of("SO1"), house.Repeated)
		if found := c.number(house.Find, of("SO1"), ""); found != first {
			c.Errorf("found is %q, taken was %q", found, first)
		}
	})
}

func TestAnOrderThatIsWrongIsRefusedAndNotBooked(t *testing.T) {
	eachFormat(t, func(c *caller) {
		for name, change := range map[string]func(o *house.Order){
			"without a key": func(o *house.Order) { o.Key = "" }, "to nobody": func(o *house.Order) { o.To.Name = "" },
			"without a phone": func(o *house.Order) { o.To.Phone = "" }, "to one who is refused": func(o *house.Order) { o.To.Name = "Mr REFUSE" },
		} {
			o := of("SO1")
			if change(&o); c.number(house.Take, o, house.Refused) != "" {
				c.Errorf("an order %s has a number", name)
			}
		}
		if booked := c.sim.Booked(); len(booked) != 0 {
			c.Errorf("booked are %v", booked)
		}
	})
}

// TestACancelledOrderCostsNothing, cannot be had again, and one on its way is not cancelled.
func TestACancelledOrderCostsNothing(t *testing.T) {
	eachFormat(t, func(c *caller) {
		c.number(house.Cancel, of("SO1"), house.Absent)
		c.number(house.Take, of("SO1"), "")
		sent := c.number(house.Take, of("SO2"), "")
		c.number(house.Cancel, of("SO1"), "")
		c.number(house.Cancel, of("SO1"), house.Gone)
		c.number(house.Find, of("SO1"), house.Gone)
		c.number(house.Take, of("SO1"), house.Gone)
		c.sim.Carry()
		c.number(house.Cancel, of("SO2"), house.PickedUp)
		if booked := c.sim.Booked(); len(booked) != 1 || booked["SO2"] != sent {
			c.Errorf("booked are %v", booked)
		}
	})
}

// TestAParcelGoesItsWay, one thing after the other to the end; what is told twice is the same.
func TestAParcelGoesItsWay(t *testing.T) {
	eachFormat(t, func(c *caller) {
		first, second := c.number(house.Take, of("SO1"), ""), c.number(house.Take, of("SO2"), "")
		gone := c.number(house.Take, of("SO3"), "")
		c.number(house.Cancel, of("SO3"), "")
		c.sim.Carry(second)
		for range 9 {
			c.sim.Carry(first, gone)
		}
		c.sim.Misbehave(simulator.Faults{Double: 1})
		answer, err := c.ask(house.Question{Ask: house.Track, Numbers: []string{first, second, gone}})
		if err != nil {
			c.Fatal(err)
		}
		way, seen := map[string][]string{}, map[string]int{}
		for _, e := range answer.Events {
			if seen[e.Ref]++; seen[e.Ref] == 1 {
				way[e.Number] = append(way[e.Number], e.Code)
			}
			if !e.At.Equal(today) || seen[e.Ref] > 2 {
				c.Errorf("%+v is told %d times", e, seen[e.Ref])
			}
		}
		if got := strings.Join(way[first], " "); got != "picked_up in_transit out_for_delivery delivered" {
			c.Errorf("the first went %s", got)
		}
		if len(way[second]) != 1 || len(way[gone]) != 0 {
			c.Errorf("the second went %v, the cancelled one %v", way[second], way[gone])
		}
	})
}

// TestAnAddressIsServedOrNot, as its name or city says.
func TestAnAddressIsServedOrNot(t *testing.T) {
	eachFormat(t, func(c *caller) {
		for name, want := range map[string]string{"Wang": "yes", "MANUAL": "manual", "NOWHERE": "no"} {
			o := of("SO1")
			o.To.Name = name
			if answer, err := c.ask(house.Question{Ask: house.Filter, Order: o}); err != nil || answer.Verdict != want {
				c.Errorf("%s is served: %q, %v; want %q", name, answer.Verdict, err, want)
			}
		}
		if answer, err := c.ask(house.Question{Ask: house.Quote, Order: of("SO1")}); err != nil || len(answer.Offers) == 0 {
			c.Errorf("quoted are %v, %v", answer.Offers, err)
		}
	})
}

// TestManyWhoAskAtOnceHaveOneNumber.
func TestManyWhoAskAtOnceHaveOneNumber(t *testing.T) {
	eachFormat(t, func(c *caller) {
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() { c.number(house.Take, of("SO1"), "") })
		}
		all.Wait()
		if booked := c.sim.Booked(); len(booked) != 1 {
			c.Errorf("booked are %v", booked)
		}
	})
}
