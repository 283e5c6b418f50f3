package reader

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/shopspring/decimal"
)

// Fields of a card, values of the dropdown card_field.
const (
	Name      = "name"
	IDNo      = "id_no"
	Address   = "address"
	ValidFrom = "valid_from"
	ValidTo   = "valid_to"
)

// Keys are the fields in the order in which people read them.
var Keys = []string{Name, IDNo, Address, ValidFrom, ValidTo}

// Sides of a card.
const (
	Front = "front"
	Back  = "back"
)

// Question is a picture as the service reads it; the bytes go as base64.
type Question struct {
	Side  string `json:"side"`
	Image []byte `json:"image"`
}

// Call is the question in bytes, and the headers beside it: who asks, and by what right.
func Call(guid, token string, q Question) (header map[string]string, body []byte, err error) {
	if body, err = json.Marshal(q); err != nil {
		return nil, nil, fmt.Errorf("write the question: %w", err)
	}
	return map[string]string{"guid": guid, "accessToken": token, "Content-Type": "application/json"}, body, nil
}

// Value is what was read of a field.
type Value struct {
	Text       string
	Confidence int64 // 0 to 100
}

// Card is what was read of a picture.
type Card struct {
	Side   string // "" where the service does not say
	Values map[string]Value
}

// What an answer means when it gives no card.
const (
	Busy    = "busy"       // ask again later
	Locked  = "locked"     // the key or the address is wrong
	NotCard = "not_a_card" // the picture shows something else
	Garbled = "garbled"    // the answer cannot be read
)

// Said is the error of an answer without a card.
type Said struct{ Means, Text string }

func (s *Said) Error() string { return s.Means + ": " + s.Text }

// notCard are the words by which the service says that a picture shows no card.
const notCard = "not_a_card"

// answer is what the service says; values and confidences may be of any type.
type answer struct {
	Result bool   `json:"result"`
	Code   string `json:"code"`
	Data   struct {
		Side   string           `json:"side"`
		Fields map[string]field `json:"fields"`
	} `json:"data"`
}

type field struct {
	Value      any `json:"value"`
	Confidence any `json:"confidence"`
}

// Hear reads what the service answered.
func Hear(status int, body []byte) (Card, error) {
	switch {
	case status == http.StatusUnauthorized || status == http.StatusForbidden || status == http.StatusNotFound || status/100 == 3:
		return Card{}, &Said{Locked, http.StatusText(status)}
	case status == http.StatusTooManyRequests || status >= http.StatusInternalServerError:
		return Card{}, &Said{Busy, http.StatusText(status)}
	}
	var said answer
	if err := json.Unmarshal(body, &said); err != nil {
		return Card{}, &Said{Garbled, "it is not the JSON that was agreed"}
	}
	switch {
	case !said.Result && said.Code == notCard:
		return Card{}, &Said{NotCard, ""}
	case !said.Result:
		return Card{}, &Said{Busy, clean(said.Code)}
	}
	card := Card{Side: said.Data.Side, Values: map[string]Value{}}
	for _, key := range Keys {
		if value, ok := said.Data.Fields[key].value(key); ok {
			card.Values[key] = value
		}
	}
	if len(card.Values) == 0 {
		return Card{}, &Said{NotCard, ""}
	}
	return card, nil
}

// value is a field as a card can have it; false for what none can.
func (f field) value(key string) (Value, bool) {
	text, ok := f.Value.(string)
	if !ok {
		return Value{}, false
	}
	if text, ok = tidy(key, text); !ok {
		return Value{}, false
	}
	return Value{text, sure(f.Confidence)}, true
}

var hundred = decimal.NewFromInt(100)

// sure is a confidence between 0 and 1 in percent; 0 for what is none.
func sure(said any) int64 {
	share, ok := said.(float64)
	if !ok || !(share > 0) || share > 1 { // NaN is not above 0
		return 0
	}
	return decimal.NewFromFloat(share).Mul(hundred).IntPart() // 0.57 times 100 is less than 57 in binary
}
