package simulator_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/wareloom/wareloom/plugins/idcards/reader"
	"github.com/wareloom/wareloom/plugins/idcards/simulator"
)

// question is a picture of a side, as the service reads it.
func question(t *testing.T, side string, picture []byte) []byte {
	t.Helper()
	_, body, err := reader.Call("g", "token", reader.Question{Side: side, Image: picture})
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// TestAPictureSaysWhatIsReadOfIt behind the mark; what stands behind that does not matter.
func TestAPictureSaysWhatIsReadOfIt(t *testing.T) {
	t.Parallel()
	said := simulator.Says(reader.Front, map[string]any{reader.Name: "王伟", reader.IDNo: "11010519491231002X"})
	picture := append(append([]byte("\x89PNG\x00"+simulator.Mark), said...), "trailing bytes"...)
	card, err := reader.Hear(simulator.Answer(question(t, reader.Front, picture)))
	if err != nil || card.Side != reader.Front || card.Values[reader.Name].Text != "王伟" || card.Values[reader.IDNo].Confidence != 97 || len(card.Values) != 2 {
		t.Errorf("read is %+v, %v", card, err)
	}
}

// TestOfAnyPictureACardIsMadeUp: the same one each time, another of another, with a number
// that proves itself.
func TestOfAnyPictureACardIsMadeUp(t *testing.T) {
	t.Parallel()
	numbers := map[string]bool{}
	for _, picture := range []string{"a", "b", "c", "d", "e", simulator.Mark + "no JSON"} {
		var texts [2]string
		for i := range texts {
			card, err := reader.Hear(simulator.Answer(question(t, reader.Front, []byte(picture))))
			if err != nil || card.Values[reader.Name].Text == "" || card.Values[reader.Address].Text == "" {
				t.Fatalf("%s: %+v, %v", picture, card, err)
			}
			texts[i] = card.Values[reader.IDNo].Text
		}
		if form, right := reader.Resident(texts[0], time.Now()); !form || !right || texts[0] != texts[1] {
			t.Errorf("%s has the number %s and then %s", picture, texts[0], texts[1])
		}
		numbers[texts[0]] = true
		back, err := reader.Hear(simulator.Answer(question(t, reader.Back, []byte(picture))))
		if err != nil || back.Values[reader.ValidFrom].Text >= back.Values[reader.ValidTo].Text || back.Values[reader.Name].Text != "" {
			t.Errorf("the back of %s: %+v, %v", picture, back, err)
		}
	}
	if len(numbers) < 5 {
		t.Errorf("six pictures have %d numbers", len(numbers))
	}
}

func TestWhatIsNoQuestionHasNoCard(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"", "{}", `{"side":"front","image":""}`, `{"image":7}`} {
		if status, answer := simulator.Answer([]byte(body)); status != http.StatusOK || !bytes.Contains(answer, []byte("bad_picture")) {
			t.Errorf("%q is answered %d %s", body, status, answer)
		}
	}
}

// call sends a question to a service, and gives what it means; "dead" where no answer comes.
func call(t *testing.T, s *simulator.Service, guid, token string) string {
	t.Helper()
	server := httptest.NewServer(s)
	defer server.Close()
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Second)
	defer stop()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, server.URL, bytes.NewReader(question(t, reader.Front, []byte("picture"))))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("guid", guid)
	request.Header.Set("accessToken", token)
	response, err := server.Client().Do(request)
	if err != nil {
		return "dead"
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return "dead"
	}
	_, err = reader.Hear(response.StatusCode, body)
	if said := new(reader.Said); errors.As(err, &said) {
		return said.Means
	}
	return ""
}

// TestAServiceMisbehavesAsItIsTold: by the share of its faults, and towards strangers always.
func TestAServiceMisbehavesAsItIsTold(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name        string
		f           simulator.Faults
		guid, token string
		want        string
	}{
		{"well", simulator.Faults{}, "g", "token", ""},
		{"a share that is not thrown", simulator.All(0.5), "g", "token", ""},
		{"another key", simulator.Faults{}, "g", "guessed", reader.Locked},
		{"nobody", simulator.Faults{}, "", "token", reader.Locked},
		{"a stranger while it is ill", simulator.Faults{Error: 1}, "g", "guessed", reader.Locked},
		{"too many calls", simulator.Faults{Limit: 1}, "g", "token", reader.Busy},
		{"ill", simulator.Faults{Error: 1}, "g", "token", reader.Busy},
		{"garbled", simulator.Faults{Garbled: 1}, "g", "token", reader.Garbled},
		{"lost", simulator.Faults{Lost: 1}, "g", "token", "dead"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := simulator.New("token", func() float64 { return 0.5 })
			s.Misbehave(tt.f)
			if got := call(t, s, tt.guid, tt.token); got != tt.want {
				t.Errorf("it means %q, want %q", got, tt.want)
			}
			if calls := s.Calls(); len(calls) == 0 || calls[0].Get("guid") != tt.guid {
				t.Errorf("it counts %v", calls)
			}
		})
	}
}

func TestAllFaultsHaveOneShare(t *testing.T) {
	t.Parallel()
	text, err := json.Marshal(simulator.All(0.25))
	if want := `{"Slow":0.25,"Error":0.25,"Lost":0.25,"Limit":0.25,"Garbled":0.25}`; err != nil || string(text) != want {
		t.Errorf("all are %s, %v", text, err)
	}
}
