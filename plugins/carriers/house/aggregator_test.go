package house_test

import (
	"slices"
	"testing"
	"time"

	"github.com/wareloom/wareloom/plugins/carriers/house"
)

// TestAnAggregatorIsSignedTo, reckoned apart from this code.
func TestAnAggregatorIsSignedTo(t *testing.T) {
	t.Parallel()
	if got := house.AggregatorSign(`{"a":"王"}`, "1700000000000", "key", "secret"); got != "BD9C9799A67D35373FBA08E3EFCFE6F0" {
		t.Errorf("the signature is %s", got)
	}
}

// TestAnAggregatorIsAskedByItsMethods, each question with what it needs and no more.
func TestAnAggregatorIsAskedByItsMethods(t *testing.T) {
	t.Parallel()
	numbered := parcel
	numbered.Number = "YD1"
	for _, tt := range []struct {
		q      house.Question
		method string
		has    map[string]any
		lacks  string
	}{
		{house.Question{Ask: house.Take, Order: parcel}, "order", map[string]any{"orderId": "SO1", "kuaidicom": "yunda", "partnerId": "M-CARD", "weight": "1.5", "count": 2.0, "cargo": "Scarf"}, "nums"},
		{house.Question{Ask: house.Find, Order: parcel}, "find", map[string]any{"orderId": "SO1"}, "recMan"},
		{house.Question{Ask: house.Cancel, Order: numbered}, "cancel", map[string]any{"orderId": "SO1", "kuaidinum": "YD1"}, "recMan"},
		{house.Question{Ask: house.Filter, Order: parcel}, "reachable", map[string]any{"orderId": "SO1"}, "nums"},
		{house.Question{Ask: house.Quote, Order: parcel}, "price", map[string]any{"weight": "1.5"}, "nums"},
		{house.Question{Ask: house.Push, Order: numbered}, "push", map[string]any{"kuaidinum": "YD1"}, "nums"},
		{house.Question{Ask: house.Track, Numbers: []string{"YD1"}, Cursor: "17"}, "track", map[string]any{"cursor": "17"}, "recMan"},
		{house.Question{Ask: house.Segment, Count: 50}, "numbers", map[string]any{"count": 50.0}, "recMan"},
	} {
		_, form, param := asked(t, aggregator, tt.q, "param")
		if form.Get("method") != tt.method || form.Get("key") != "WL" || form.Get("customer") != "C1" {
			t.Errorf("%s is asked as %v", tt.q.Ask, form)
		}
		if form.Get("sign") != house.AggregatorSign(form.Get("param"), form.Get("t"), "WL", account.Secret) {
			t.Errorf("%s is not signed", tt.q.Ask)
		}
		for key, want := range tt.has {
			if param[key] != want {
				t.Errorf("%s says %s %v, want %v", tt.q.Ask, key, param[key], want)
			}
		}
		if param[tt.lacks] != nil {
			t.Errorf("%s says %s %v", tt.q.Ask, tt.lacks, param[tt.lacks])
		}
	}
}

// TestAnAggregatorsAnswersAreHeard, each in its part.
func TestAnAggregatorsAnswersAreHeard(t *testing.T) {
	t.Parallel()
	hear := func(ask, data string) house.Answer {
		got, err := aggregator.Hear(house.Question{Ask: ask}, 200, []byte(`{"result":true,"returnCode":"200","data":`+data+`}`))
		if err != nil {
			t.Errorf("%s: %v", ask, err)
		}
		return got
	}
	if got := hear(house.Take, `{"kuaidinum":"YD1","bulkpen":"300- H12","label":"L"}`); got.Number != "YD1" || got.SortCode != "300- H12" || got.Label != "L" {
		t.Errorf("taken is %+v", got)
	}
	for code, want := range map[string]string{"1": "yes", "2": "manual", "0": "no", "9": ""} {
		if got := hear(house.Filter, `{"reachable":"`+code+`"}`); got.Verdict != want {
			t.Errorf("reachable %s is %q, want %q", code, got.Verdict, want)
		}
	}
	if got := hear(house.Quote, `{"services":[{"serviceType":"标准","price":12.50,"currency":"CNY"}]}`); len(got.Offers) != 1 || got.Offers[0] != (house.Offer{Service: "标准", Price: "12.50", Currency: "CNY"}) {
		t.Errorf("offers are %+v", got.Offers)
	}
	if got := hear(house.Segment, `{"nums":["A","B"]}`); !slices.Equal(got.Numbers, []string{"A", "B"}) {
		t.Errorf("numbers are %v", got.Numbers)
	}
	got := hear(house.Track, `{"cursor":"18","events":[{"id":"e1","nu":"YD1","state":"3","ftime":"2026-03-01 08:00:00","context":"签收","areaName":"杭州"},{"id":"e2","nu":"YD1","state":"99","ftime":"2026-03-01 08:00:01"}]}`)
	if got.Cursor != "18" || len(got.Events) != 2 {
		t.Fatalf("tracked is %+v", got)
	}
	want := house.Event{Ref: "e1", Number: "YD1", Code: "delivered", Raw: "3", Place: "杭州", Text: "签收"}
	first := got.Events[0]
	if at := first.At; !at.Equal(time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("it happened at %s", at)
	}
	if first.At = want.At; first != want || got.Events[1].Code != "unknown" {
		t.Errorf("happened are %+v", got.Events)
	}
}
