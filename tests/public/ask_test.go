package public

import (
	"encoding/json"
	"net/http"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
)

func (s stranger) call(as *apptest.Session, path, body string) string {
	s.Helper()
	answer := s.server.Do(s.T, apptest.Call{Path: "/api/" + path, Body: body, As: as})
	if answer.StatusCode != http.StatusOK {
		s.Fatalf("%s %s: %s", path, body, answer.Text)
	}
	return answer.Text
}

func (s stranger) count(as *apptest.Session) int64 {
	s.Helper()
	return number(s.call(as, "data/inquiry/query", `{"size":1,"total":true}`), "total")
}

// first is the id of the first record that a filter finds.
func first(s stranger, as *apptest.Session, table, filter string) int64 {
	s.Helper()
	var answer struct {
		Data struct{ Rows []struct{ ID int64 } }
	}
	text := s.call(as, "data/"+table+"/query", `{"size":1,"fields":["id"],"filter":`+filter+`}`)
	if err := json.Unmarshal([]byte(text), &answer); err != nil || len(answer.Data.Rows) == 0 {
		s.Fatalf("no %s with %s: %s", table, filter, text)
	}
	return answer.Data.Rows[0].ID
}

// number is a member of an answer's data.
func number(text, member string) int64 {
	var answer struct{ Data map[string]any }
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		return 0
	}
	value, _ := answer.Data[member].(float64)
	return int64(value)
}
