package carriers

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/carriers/house"
)

// unreachable is the outcome of a call whose answer never came; the house may have heard it.
const unreachable = "unreachable"

// mostLogged is how much of a text the log of calls keeps, in bytes.
const mostLogged = 3500

// call is one question to a house on its way, and what the log keeps of it.
type call struct {
	speaker
	event *plugin.JobEvent
	order int64 // carrier order; 0 for what is about none
	at    time.Time
	logs  []plugin.Row
}

// ask asks the house once. The error is a *house.Said where the house said something, with
// the means unreachable where it did not.
func (c *call) ask(ctx context.Context, q house.Question) (house.Answer, error) {
	q.At = c.at
	said, err := c.format.Call(c.account, q)
	if err != nil {
		c.log(q.Ask, said, 0, "", err)
		return house.Answer{}, err
	}
	heard, err := c.event.Ask(ctx, plugin.Remote{Method: said.Method, URL: said.URL, Header: said.Header, Body: said.Body, Hosts: []string{c.host}})
	if err != nil {
		means := unreachable
		if refused := new(plugin.Refused); errors.As(err, &refused) {
			means = house.Locked
		}
		err = &house.Said{Means: means, Text: err.Error()}
		c.log(q.Ask, said, 0, "", err)
		return house.Answer{}, err
	}
	answer, err := c.format.Hear(q, heard.Status, heard.Body)
	c.log(q.Ask, said, heard.Status, string(heard.Body), err)
	return answer, err
}

// log keeps what was asked and heard, without the secret.
func (c *call) log(ask string, said house.Call, status int, heard string, err error) {
	row := plugin.Row{"carrier_account_id": c.id, "ask": ask, "at": c.at, "outcome": "fine", "said": c.shown(said.Said)}
	if c.order != 0 {
		row["carrier_order_id"] = c.order
	}
	if status != 0 {
		row["http_status"] = int64(status)
	}
	if means := meansOf(err); means != "" {
		row["outcome"] = means
		if heard == "" {
			heard = err.Error()
		}
	}
	row["heard"] = c.shown(heard)
	c.logs = append(c.logs, row)
}

// shown is a text without the secret, as long as the log keeps it.
func (c *call) shown(text string) any {
	if c.account.Secret != "" {
		text = strings.ReplaceAll(text, c.account.Secret, "***")
	}
	if len(text) > mostLogged {
		text = strings.ToValidUTF8(text[:mostLogged], "") + " …"
	}
	text = strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", ""), "")
	if text == "" {
		return nil
	}
	return text
}

// keep writes the log.
func (c *call) keep(ctx context.Context, data plugin.Data) error {
	if len(c.logs) == 0 {
		return nil
	}
	_, err := data.SaveMany(ctx, callLog, c.logs)
	return err
}

// meansOf is what an error of a call means; "" for none.
func meansOf(err error) string {
	if err == nil {
		return ""
	}
	if said := new(house.Said); errors.As(err, &said) {
		return said.Means
	}
	return unreachable
}

// wordsOf is what a house said with an error; people read it as it is.
func wordsOf(err error) string {
	if said := new(house.Said); errors.As(err, &said) {
		return strings.TrimSpace(said.Code + " " + said.Text)
	}
	return err.Error()
}

// passes reports whether the same question may be answered otherwise later.
func passes(err error) bool {
	switch meansOf(err) {
	case unreachable, house.Busy, house.Locked:
		return true
	}
	return false
}
