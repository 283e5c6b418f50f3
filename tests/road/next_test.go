package road

import (
	"net/url"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
)

// next is the step that leads on from a record.
func (f *floor) next(table string, id int64) m {
	f.Helper()
	var row m
	f.Ask("data/"+table+"/get", m{"id": id}).Into(f, &row)
	step, _ := row["_next"].(m)
	return step
}

// follow takes the next step of a record, which is an action, with the parameters
// that a person is asked for.
func (f *floor) follow(table string, id int64, want string, asked m) {
	f.Helper()
	step := f.next(table, id)
	if step["key"] != want || step["route"] != nil {
		f.Fatalf("%s leads on to %v, want %s", table, step, want)
	}
	params, _ := step["with"].(m)
	for key, value := range asked {
		params[key] = value
	}
	f.Act(table, id, want, params)
}

// enterBy opens the station that a step leads to, with what it carries along, and
// wants the question that follows.
func (f *floor) enterBy(step m, key, route, want string) *station {
	f.Helper()
	address, err := url.Parse(step["route"].(string))
	if err != nil || address.Path != route {
		f.Fatalf("the road leads to %v, want %s", step, route)
	}
	params := m{}
	for name := range address.Query() {
		if name != "open" {
			params[name] = f.Find("warehouse", "id", address.Query().Get(name))["id"]
		}
	}
	var answer struct {
		Session, Seq int64
		Screen       m
	}
	f.Ask("station/"+key+"/start", m{"params": params, "input": address.Query().Get("open")}).Into(f, &answer)
	if answer.Screen["step"] != want {
		f.Fatalf("%s opens in %v with %s, want %s", key, answer.Screen["step"], address, want)
	}
	return &station{Floor: f.Floor, Key: key, Session: answer.Session, Seq: answer.Seq, Screen: answer.Screen}
}

// onward is a way on from the end of a part of the work.
func onward(s *station, n int) m {
	s.Helper()
	next, _ := s.Screen["next"].([]any)
	if len(next) <= n {
		s.Fatalf("%s offers %v", s.Key, next)
	}
	return next[n].(m)
}

// TestTheRoadLeads goes from the notice to the parcel handed over by nothing but
// what each screen offers next.
func TestTheRoadLeads(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		f := enter(t, dsn)
		f.comeIn()
		f.goOut()
	})
}

func (f *floor) comeIn() {
	notice := id(f.Find("asn", "ext_no", "DEMO-ASN-1"))
	f.Act("asn", notice, "arrive", m{"dock": "3"})
	f.follow("asn", notice, "unload", nil)
	s := f.enterBy(f.next("asn", notice), "receive_by_order", "/inbound/scan-enter/order", "staging")
	s.Must("scan", "R-01", "item")
	s.Must("form", m{"item": "AC-1001", "qty": 240}, "item")
	s.Must("form", m{"item": "AC-1002", "qty": 60}, "item")
	s.Must("form", m{"item": "AC-1003", "qty": 120}, "item")
	f.follow("asn", notice, "finish", nil)
	f.enterBy(f.next("asn", notice), "shelve_no_order", "/inbound/scan-shelve/no-order", "item")
	f.Act("asn", notice, "cancel_finish", nil)
	s.Must("button", "finish", "done")
	s = f.enterBy(onward(s, 0), "shelve_no_order", "/inbound/scan-shelve/no-order", "item")
	s.Must("form", m{"item": "AC-1001", "qty": 240, "position": "A-01-01-1"}, "item")
	s.Must("form", m{"item": "AC-1002", "qty": 60, "position": "A-02-01-1"}, "item")
	s.Must("form", m{"item": "AC-1003", "qty": 120, "position": "A-03-05-1"}, "done")
	if label, _ := onward(s, 0)["label"].(string); !strings.Contains(label, "SH") {
		f.Errorf("shelving ends with %q", label)
	}
}

func (f *floor) goOut() {
	order := id(f.Find("sale_order", "ext_no", "DEMO-SO-02"))
	f.follow("sale_order", order, "allocate", nil)
	if step := f.next("sale_order", order); step["key"] != "wave" {
		f.Fatalf("an allocated order leads to %v", step)
	}
	params := f.next("sale_order", order)["with"]
	f.Ask("data/sale_order/act", m{"name": "wave", "id": order, "params": params})
	step := f.next("sale_order", order)
	wave := int64(f.Find("sale_order", "id", order)["wave_id"].(float64))
	if step["key"] != "show_wave" || !strings.HasPrefix(step["label"].(string), "WV") {
		f.Fatalf("a waved order leads to %v", step)
	}
	s := f.enterBy(f.next("wave", wave), "pick", "/outbound/operation/picking", "cart")
	s.Must("scan", "TOTE-1", "position")
	s.Must("form", m{"position": "A-02-01-1", "item": "AC-1002", "qty": 5}, "done")
	f.enterBy(f.next("sale_order", order), "verify_by_order", "/outbound/operation/verify-by-order", "item")
	s = f.enterBy(onward(s, 0), "verify_by_order", "/outbound/operation/verify-by-order", "item")
	s.Must("form", m{"item": "AC-1002", "qty": 5}, "box")
	s.Must("button", "skip", "weight")
	s.Must("button", "skip", "order")
	f.State("sale_order", order, "packed")
	s = f.enterBy(onward(s, 0), "send_check", "/outbound/send/check", "package")
	f.State("sale_order", order, "shipped")
	if onward(s, 0)["label"] == "" {
		f.Error("sending leads nowhere")
	}
}
