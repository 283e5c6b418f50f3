package document

import (
	"encoding/json"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

// Left is a record that an action over a set did not take, and why.
type Left struct {
	ID  int64
	Err *fault.Fault
}

// keptLeft is how a Left is kept with the call: its words are found when it is
// shown.
type keptLeft struct {
	ID     int64          `json:"id"`
	Code   fault.Code     `json:"code"`
	Key    string         `json:"key"`
	Params map[string]any `json:"params,omitempty"`
}

// MarshalJSON implements json.Marshaler.
func (l Left) MarshalJSON() ([]byte, error) {
	return json.Marshal(keptLeft{ID: l.ID, Code: l.Err.Code, Key: l.Err.Key, Params: l.Err.Params})
}

// UnmarshalJSON implements json.Unmarshaler.
func (l *Left) UnmarshalJSON(text []byte) error {
	var kept keptLeft
	if err := json.Unmarshal(text, &kept); err != nil {
		return err
	}
	for name, v := range kept.Params {
		kept.Params[name] = translated(v)
	}
	*l = Left{ID: kept.ID, Err: &fault.Fault{Code: kept.Code, Key: kept.Key, Params: kept.Params}}
	return nil
}

// translated gives an argument that is a text in three languages its type back.
func translated(v any) any {
	words, ok := v.(map[string]any)
	if !ok {
		return v
	}
	in := func(language string) string {
		text, _ := words[language].(string)
		return text
	}
	return meta.Text{ZH: in("zh"), EN: in("en"), ES: in("es")}
}
