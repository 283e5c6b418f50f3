package road

import (
	"encoding/json"
	"strings"
	"testing"
)

// homeFigure is a figure of one's home with the records that it says are behind it.
type homeFigure struct {
	Key, List, Words, Route, Work string
	Value                         json.Number
	Filter                        m
}

// figures gives every figure of one's home, by card and key.
func (f *floor) figures() map[string]homeFigure {
	f.Helper()
	var page struct {
		Cards []struct {
			Key     string
			Figures []homeFigure
		}
	}
	f.ask("home/get", m{}).Into(f, &page)
	found := map[string]homeFigure{}
	for _, card := range page.Cards {
		for _, figure := range card.Figures {
			found[card.Key+"."+figure.Key] = figure
		}
	}
	return found
}

// sums names the fields that figures add up; the others count records.
var sums = map[string]string{"pieces_today": "total_qty", "received_week": "net_qty", "on_hand": "on_hand"}

// behindFigure asks the list of a figure for its records by the figure's filter and
// counts or adds them up by hand.
func (f *floor) behindFigure(figure homeFigure) float64 {
	f.Helper()
	var screen struct {
		List struct{ Table string }
	}
	f.ask("meta/screen", m{"key": "list:" + figure.List}).Into(f, &screen)
	var page struct {
		Rows  []m
		Total float64
	}
	f.ask("data/"+screen.List.Table+"/query", m{"list": figure.List, "filter": figure.Filter, "total": "exact", "size": 500}).Into(f, &page)
	field, adds := sums[figure.Key]
	if !adds {
		return page.Total
	}
	sum := 0.0
	for _, row := range page.Rows {
		n, _ := row[field].(float64)
		sum += n
	}
	return sum
}

// Every figure of every home equals the list behind it, whoever asks, and leads
// somewhere.
func TestFiguresEqualTheListsBehindThem(t *testing.T) {
	inbound(t, func(f *floor) {
		f.unload("ACME", "IN-H", line("AC-1001", 20))
		s := f.dockAt("IN-H")
		s.must("form", m{"item": "AC-1001", "qty": 10}, "item")
		s.must("button", "finish", "acknowledge")
		s.must("form", m{"confirmed": true}, "done")
		admin := f.session
		for _, who := range []string{"user/admin", "user/lead", "user/picker", "user/packer", "user/finance", "consignor/acme", "consignor/globex"} {
			userType, name, _ := strings.Cut(who, "/")
			f.session = f.server.Login(t, userType, name)
			figures := f.figures()
			if len(figures) == 0 && name != "finance" {
				f.Errorf("%s has no figures", who)
			}
			for key, figure := range figures {
				value, err := figure.Value.Float64()
				if err != nil {
					value = 0
				}
				if got := f.behindFigure(figure); got != value {
					f.Errorf("%s: %s says %v, its list has %v", who, key, value, got)
				}
				if figure.Words == "" || figure.Route == "" && figure.Work == "" {
					f.Errorf("%s: %s says %q and leads to %q", who, key, figure.Words, figure.Route)
				}
			}
		}
		f.session = admin
	})
}
