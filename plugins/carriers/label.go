package carriers

import (
	"context"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"golang.org/x/net/publicsuffix"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/carriers/house"
)

// labelled says of a package whether its carrier brings the label: where an account gives
// one with the number, and the order has no number from elsewhere. So the bench knows
// whether to print its own.
func labelled(ctx context.Context, e *plugin.SaveEvent) error {
	e.New["carrier_label"] = false
	by, err := serving(ctx, e.Data, plugin.Int(e.New, "carrier_id"), plugin.Int(e.New, "consignor_id"), fromPool, fromCarrier)
	if err != nil || by == nil || brings(by) == "" {
		return err
	}
	o, err := e.Data.Get(ctx, sale, plugin.Int(e.New, "sale_order_id"))
	if err != nil {
		return err
	}
	no := plugin.Text(o, "tracking_no")
	if no != "" && no != plugin.Text(e.New, "package_no") {
		bound, err := liveOf(ctx, e.Data, plugin.Row{"sale_order_id": plugin.ID(o)})
		if err != nil || bound == nil {
			return err
		}
	}
	e.New["carrier_label"] = true
	return nil
}

// bring fetches the label of a number from a house that does not send it along. Where none
// comes, the number stands, and the bench prints ours.
func (c *claim) bring(ctx context.Context, answer *house.Answer) {
	wanted := house.Question{Ask: house.Label, Order: c.what}
	wanted.Order.Number = answer.Number
	if _, err := c.format.Call(c.account, wanted); c.account.Label == "" || len(answer.File) > 0 || err != nil {
		return
	}
	said, err := c.ask(ctx, wanted)
	if err != nil || said.Lies == nil {
		return
	}
	at, err := url.Parse(said.Lies.URL)
	if err != nil || !sameHouse(c.host, at.Host) {
		return
	}
	heard, err := c.event.Ask(ctx, plugin.Remote{Method: http.MethodGet, URL: said.Lies.URL, Header: said.Lies.Header, Hosts: []string{at.Host}})
	if err == nil && heard.Status == http.StatusOK {
		answer.File = heard.Body
	}
}

// sameHouse reports whether a host belongs to who has another: it is the same one, or under
// the same registered name. A bare address has none.
func sameHouse(own, other string) bool {
	if _, err := netip.ParseAddr(own); err == nil || strings.Contains(own, ":") {
		return own == other
	}
	registered, err := publicsuffix.EffectiveTLDPlusOne(own)
	return own == other || err == nil && strings.HasSuffix(other, "."+registered)
}

// keepLabel keeps the label that came with a number. One that cannot be kept is left, and
// the bench prints its own: the number is paid for, and must not be lost for it.
func (c *claim) keepLabel(ctx context.Context, data plugin.Data, answer house.Answer) error {
	if len(answer.File) == 0 {
		return nil
	}
	key, err := c.event.Files.Keep(ctx, data.SQL(), answer.Number+"."+c.account.Label, answer.File)
	if _, refused := fault.As(err); refused {
		return nil
	}
	if err != nil {
		return err
	}
	return data.Set(ctx, order, []plugin.Row{{"id": plugin.ID(c.row), "label_file": key}})
}
