package reader_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/plugins/idcards/reader"
)

var today = time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)

func TestAResidentsNumberProvesItself(t *testing.T) {
	t.Parallel()
	for number, want := range map[string][2]bool{
		"11010519491231002X": {true, true},
		"440524188001010014": {true, true},
		"110105194912310020": {true, false}, // another check digit
		"11010519491331002X": {true, false}, // no such month
		"110105204912310026": {true, false}, // not born yet
		"IDMEX1234567":       {false, false},
	} {
		if form, right := reader.Resident(number, today); form != want[0] || right != want[1] {
			t.Errorf("%s: %v %v", number, form, right)
		}
	}
	for digit := range 10 { // one wrong digit is always found
		for at := range 17 {
			text := []byte("11010519491231002X")
			if text[at] == byte('0'+digit) {
				continue
			}
			text[at] = byte('0' + digit)
			if _, right := reader.Resident(string(text), today); right {
				t.Errorf("%s is right", text)
			}
		}
	}
}

func TestTheServiceIsCalledWithGuidAndTokenAlone(t *testing.T) {
	t.Parallel()
	header, body, err := reader.Call("g", "t", reader.Question{Side: reader.Front, Image: []byte("png")})
	if err != nil || len(header) != 3 || header["guid"] != "g" || header["accessToken"] != "t" || header["Content-Type"] == "" {
		t.Errorf("headers %v (err: %v)", header, err)
	}
	if string(body) != `{"side":"front","image":"cG5n"}` {
		t.Errorf("asks %s", body)
	}
}

// TestAnAnswerIsNotBelieved: whatever a service says, what comes of it fits a card.
func TestAnAnswerIsNotBelieved(t *testing.T) {
	t.Parallel()
	says := func(fields string) string { return `{"result":true,"data":{"side":"front","fields":` + fields + `}}` }
	for _, one := range []struct {
		name, body string
		status     int
		want       string // values, or what the error means
	}{
		{name: "a card", body: says(`{"name":{"value":" 王  芳 ","confidence":0.98},"valid_from":{"value":"2016.03.15","confidence":1},"valid_to":{"value":"长期","confidence":0.5}}`), want: "name=王 芳/98 valid_from=2016-03-15/100 valid_to=-/50"},
		{name: "no JSON", body: "<html>", want: reader.Garbled},
		{name: "half of it", body: says(`{"name":{"value":"`)[:50], want: reader.Garbled},
		{name: "a list", body: "[]", want: reader.Garbled},
		{name: "null", body: "null", want: reader.Busy},
		{name: "nothing in it", body: says(`{}`), want: reader.NotCard},
		{name: "no card", body: `{"result":false,"code":"not_a_card"}`, want: reader.NotCard},
		{name: "a word that nobody knows", body: `{"result":false,"code":"<script>"}`, want: reader.Busy},
		{name: "values of other types", body: says(`{"name":{"value":7},"id_no":{"value":["1"]},"address":{"value":null}}`), want: reader.NotCard},
		{name: "a page for a name", body: says(`{"name":{"value":"<script>alert(1)</script>"}}`), want: reader.NotCard},
		{name: "a statement for a number", body: says(`{"id_no":{"value":"1'; drop table id_card;--"}}`), want: reader.NotCard},
		{name: "signs that turn words around", body: says(`{"name":{"value":"王\u202e芳\u0000\u0007"}}`), want: "name=王 芳/0"},
		{name: "far too long", body: says(`{"name":{"value":"` + strings.Repeat("王", 10_000) + `"}}`), want: reader.NotCard},
		{name: "no day", body: says(`{"valid_to":{"value":"2026-02-30"}}`), want: reader.NotCard},
		{name: "a day of no card", body: says(`{"valid_to":{"value":"9999-12-31"}}`), want: reader.NotCard},
		{name: "surer than sure", body: says(`{"name":{"value":"王芳","confidence":1e300}}`), want: "name=王芳/0"},
		{name: "less than nothing", body: says(`{"name":{"value":"王芳","confidence":-1}}`), want: "name=王芳/0"},
		{name: "a word for a confidence", body: says(`{"name":{"value":"王芳","confidence":"high"}}`), want: "name=王芳/0"},
		{name: "fields that a card has not", body: says(`{"status":{"value":"verified"},"consignor_id":{"value":"1"}}`), want: reader.NotCard},
		{name: "very deep", body: strings.Repeat(`{"data":`, 20_000), want: reader.Garbled},
		{name: "a redirect", status: 302, want: reader.Locked},
		{name: "a wrong key", status: 401, want: reader.Locked},
		{name: "too many", status: 429, want: reader.Busy},
		{name: "broken", status: 502, body: "<html>", want: reader.Busy},
	} {
		status := one.status
		if status == 0 {
			status = 200
		}
		card, err := reader.Hear(status, []byte(one.body))
		got := told(card)
		if said := new(reader.Said); errors.As(err, &said) {
			got = said.Means
		}
		if got != one.want {
			t.Errorf("%s: %s, want %s", one.name, got, one.want)
		}
	}
}

func told(card reader.Card) string {
	var all []string
	for _, key := range reader.Keys {
		if value, ok := card.Values[key]; ok {
			all = append(all, fmt.Sprintf("%s=%s/%d", key, value.Text, value.Confidence))
		}
	}
	return strings.Join(all, " ")
}

// TestAConfidenceIsAPartOfAHundred, as it is said; what is none is no confidence at all.
func TestAConfidenceIsAPartOfAHundred(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]int64{"0.57": 57, "0.29": 29, "0.58": 58, "1": 100, "0.999": 99, "0.001": 0, "0": 0, "-0.5": 0, "1.01": 0, "97": 0, `"0.9"`: 0, "null": 0} {
		body := `{"result":true,"data":{"fields":{"name":{"value":"王","confidence":` + said + `}}}}`
		if card, err := reader.Hear(200, []byte(body)); err != nil || card.Values[reader.Name].Confidence != want {
			t.Errorf("%s is %d %%, %v; want %d", said, card.Values[reader.Name].Confidence, err, want)
		}
	}
}
