package idcards

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/idcards/reader"
	"github.com/wareloom/wareloom/plugins/idcards/simulator"
)

// Who reads, values of the dropdown card_reader.
const (
	fromNobody    = "none"
	fromSimulated = "simulated"
	fromService   = "http"
)

// service is who is asked.
type service struct {
	kind  string
	at    *url.URL
	token string
}

// serviceFor reads the settings; ok is false where nobody reads, or an address is missing.
func serviceFor(ctx context.Context, data plugin.Data) (s service, ok bool, err error) {
	values := map[string]any{}
	for _, key := range []string{"card_reader", "card_reader_address", "card_reader_key"} {
		if values[key], err = data.Setting(ctx, key, nil); err != nil {
			return s, false, err
		}
	}
	s.kind, _ = values["card_reader"].(string)
	if s.kind != fromService {
		return s, s.kind == fromSimulated, nil
	}
	text, _ := values["card_reader_address"].(string)
	if s.at, err = url.Parse(text); err != nil || s.at.Host == "" {
		return s, false, nil
	}
	if values["card_reader_key"] != nil {
		if s.token, err = data.Release().Settings["card_reader_key"].Field.Reveal(values["card_reader_key"]); err != nil {
			return s, false, fmt.Errorf("read the key of the recognition service: %w", err)
		}
	}
	return s, true, nil
}

// ask asks once. The error is a *reader.Said, also where nobody answered.
func (s service) ask(ctx context.Context, e *plugin.JobEvent, q reader.Question) (reader.Card, error) {
	guid := fmt.Sprintf("%032x", e.ID)
	header, body, err := reader.Call(guid, s.token, q)
	if err != nil {
		return reader.Card{}, err
	}
	if s.kind == fromSimulated {
		return reader.Hear(simulator.Answer(body))
	}
	answer, err := e.Ask(ctx, plugin.Remote{Method: "POST", URL: s.at.String(), Header: header, Body: body, Hosts: []string{s.at.Host}})
	if refused := new(plugin.Refused); errors.As(err, &refused) {
		return reader.Card{}, &reader.Said{Means: reader.Locked, Text: refused.Error()}
	}
	if err != nil {
		return reader.Card{}, &reader.Said{Means: reader.Busy, Text: err.Error()}
	}
	return reader.Hear(answer.Status, answer.Body)
}
