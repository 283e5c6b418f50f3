package road

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// doneHere asks what the person did at a station today.
func (f *floor) doneHere(station string) string {
	f.Helper()
	var answer struct {
		Words string
		Value json.Number
	}
	f.Ask("station/"+station+"/done", m{}).Into(f, &answer)
	return strings.ReplaceAll(answer.Words, "{n}", answer.Value.String())
}

// TestWorkDoneIsCounted: a person reads at his station what he did there today, net
// of what he took back; the lead reads the same of everybody, work by work.
func TestWorkDoneIsCounted(t *testing.T) {
	each(t, func(f *floor) {
		f.HeartHolders()
		if got := f.doneHere("pick"); got != "" {
			t.Errorf("before the first pick it says %q", got)
		}
		f.picked("ACME", "ROAD-1", line("AC-1001", 2), line("AC-1001", 3))
		if got := f.doneHere("pick"); got != "2 lines picked today" {
			t.Errorf("after two lines it says %q", got)
		}
		admin := f.Session
		f.Session = f.Server.Login(t, "user", "picker")
		if got := f.doneHere("pick"); got != "" {
			t.Errorf("another person reads %q", got)
		}
		f.Wont("station/verify_by_order/done", m{}, "right")
		f.Session = admin

		var page struct {
			Cards []struct {
				Key    string
				Route  string
				Filter any
				Rows   []m
			}
		}
		f.Ask("home/get", m{}).Into(f, &page)
		for _, card := range page.Cards {
			if card.Key != "people" {
				continue
			}
			if card.Route == "" {
				t.Error("the people at work lead nowhere")
			}
			for _, row := range card.Rows {
				filter := m{"and": []any{card.Filter, m{"field": "code", "op": "eq", "value": row["code"]}, m{"field": "created_by", "op": "eq", "value": row["created_by"]}, m{"field": "net_lines", "op": "notnull"}}}
				var behind struct{ Rows []m }
				f.Ask("data/stock_move/aggregate", m{"filter": filter, "measures": []m{{"fn": "sum", "field": "net_lines", "as": "lines"}, {"fn": "max", "field": "at", "as": "last"}}}).Into(f, &behind)
				if fmt.Sprint(behind.Rows[0]["lines"], behind.Rows[0]["last"]) != fmt.Sprint(row["lines"], row["last"]) {
					t.Errorf("the card says %v, the ledger %v", row, behind.Rows[0])
				}
			}
			if len(card.Rows) != 3 { // received, shelved, picked
				t.Errorf("the card says %v", card.Rows)
			}
			return
		}
		t.Error("the lead has no card of people at work")
	})
}
