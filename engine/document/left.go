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

// Told is a sentence of an effect to the person: a key of the texts with its
// arguments, carried as faults are, and the list of what it speaks of.
type Told struct {
	Text *fault.Fault
	List string         // key; "" for a sentence that leads nowhere
	Rows map[string]any // what the fields of the rows spoken of equal
}

// keptTold is how a Told is kept with the call.
type keptTold struct {
	keptFault
	List string         `json:"list,omitempty"`
	Rows map[string]any `json:"rows,omitempty"`
}

// MarshalJSON implements json.Marshaler.
func (t Told) MarshalJSON() ([]byte, error) {
	return json.Marshal(keptTold{keep(t.Text), t.List, t.Rows})
}

// UnmarshalJSON implements json.Unmarshaler.
func (t *Told) UnmarshalJSON(text []byte) error {
	var kept keptTold
	if err := json.Unmarshal(text, &kept); err != nil {
		return err
	}
	*t = Told{kept.fault(), kept.List, kept.Rows}
	return nil
}

// keptLeft is how a Left is kept with the call: its words are found when it is
// shown.
type keptLeft struct {
	ID int64 `json:"id"`
	keptFault
}

// keptFault is a fault with what its sentence is made of.
type keptFault struct {
	Code   fault.Code     `json:"code"`
	Key    string         `json:"key"`
	Params map[string]any `json:"params,omitempty"`
	Errors []keptFault    `json:"errors,omitempty"`
}

func keep(f *fault.Fault) keptFault {
	k := keptFault{Code: f.Code, Key: f.Key, Params: f.Params}
	for _, one := range f.Errors {
		k.Errors = append(k.Errors, keep(one))
	}
	return k
}

func (k keptFault) fault() *fault.Fault {
	for name, v := range k.Params {
		k.Params[name] = translated(v)
	}
	f := &fault.Fault{Code: k.Code, Key: k.Key, Params: k.Params}
	for _, one := range k.Errors {
		f.Errors = append(f.Errors, one.fault())
	}
	return f
}

// MarshalJSON implements json.Marshaler.
func (l Left) MarshalJSON() ([]byte, error) {
	return json.Marshal(keptLeft{ID: l.ID, keptFault: keep(l.Err)})
}

// UnmarshalJSON implements json.Unmarshaler.
func (l *Left) UnmarshalJSON(text []byte) error {
	var kept keptLeft
	if err := json.Unmarshal(text, &kept); err != nil {
		return err
	}
	*l = Left{ID: kept.ID, Err: kept.fault()}
	return nil
}

// translated gives an argument that is a text its type back.
func translated(v any) any {
	if list, ok := v.([]any); ok {
		return translatedAll(list)
	}
	words, ok := v.(map[string]any)
	if !ok {
		return v
	}
	text := meta.Text{}
	for language, said := range words {
		text[language], _ = said.(string)
	}
	return text
}

// translatedAll does so with a list of texts.
func translatedAll(list []any) any {
	texts := make([]meta.Text, len(list))
	for i, v := range list {
		text, ok := translated(v).(meta.Text)
		if !ok {
			return list
		}
		texts[i] = text
	}
	return texts
}
