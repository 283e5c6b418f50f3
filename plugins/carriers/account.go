package carriers

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"time"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/carriers/house"
)

// Where the numbers of an account come from, values of the dropdown number_source.
const (
	fromNowhere = "none"
	fromPool    = "pool"
	fromCarrier = "carrier"
)

// serving is the account that gives the numbers of a carrier for an owner, from one of
// these sources: his own before one that all share. nil where none does.
func serving(ctx context.Context, data plugin.Data, carrier, owner int64, sources ...string) (plugin.Row, error) {
	if carrier == 0 {
		return nil, nil // an order without a carrier is served by nobody
	}
	list, err := data.Find(ctx, account, plugin.Where{Match: plugin.Row{"carrier_id": carrier, "enabled": true}})
	var best plugin.Row
	for _, a := range list {
		own := plugin.Int(a, "consignor_id")
		if !slices.Contains(sources, plugin.Text(a, "number_source")) || own != 0 && own != owner {
			continue
		}
		if best == nil || own != 0 && plugin.Int(best, "consignor_id") == 0 {
			best = a
		}
	}
	return best, err
}

// brings is the format of the label that an account gives with its numbers; "" for none.
func brings(by plugin.Row) string {
	if format := plugin.Text(by, "label_format"); format != "none" {
		return format
	}
	return ""
}

// speaker is an account with the way to speak with its house.
type speaker struct {
	id      int64
	format  house.Format
	account house.Account
	host    string
}

// speakerOf reads how the house of an account is spoken with; ok is false where the account
// does not say.
func speakerOf(ctx context.Context, data plugin.Data, row plugin.Row) (s speaker, ok bool, err error) {
	format, known := house.Formats()[plugin.Text(row, "carrier_format")]
	address, bad := url.Parse(plugin.Text(row, "endpoint"))
	if !known || bad != nil || address.Host == "" {
		return s, false, nil
	}
	secret := ""
	if row["secret"] != nil {
		field, _ := data.Release().Tables[account].Field("secret")
		if secret, err = field.Reveal(row["secret"]); err != nil {
			return s, false, fmt.Errorf("read the secret of account %d: %w", plugin.ID(row), err)
		}
	}
	carrier, err := data.Get(ctx, "carrier", plugin.Int(row, "carrier_id"))
	if err != nil {
		return s, false, err
	}
	return speaker{plugin.ID(row), format, house.Account{
		Endpoint: address.String(), AppKey: plugin.Text(row, "app_key"), Secret: secret, Customer: plugin.Text(row, "customer_code"),
		Card: plugin.Text(row, "monthly_card"), Carrier: plugin.Text(carrier, "code"),
		Label: brings(row),
	}, address.Host}, true, nil
}

// The breaker of an account: after so many failures in a row it rests, longer each time,
// and then one call is tried.
const (
	mostFails   = 5
	firstRest   = 15 * time.Second
	longestRest = 15 * time.Minute
)

// noteHealth counts the failures of an account in a row.
func noteHealth(ctx context.Context, data plugin.Data, id int64, well bool) error {
	list, err := data.Find(ctx, account, plugin.Where{Match: plugin.Row{"id": id}, Lock: true})
	if err != nil || len(list) == 0 {
		return err
	}
	fails := plugin.Int(list[0], "fails")
	if well && fails == 0 {
		return nil
	}
	row := plugin.Row{"id": id, "fails": int64(0), "rest_until": nil}
	if !well {
		fails++
		row["fails"] = fails
		if fails >= mostFails {
			row["rest_until"] = data.SQL().Now().Add(doubled(firstRest, fails-mostFails, longestRest))
		}
	}
	return data.Set(ctx, account, []plugin.Row{row})
}

// doubled is a wait that is doubled so often, within a bound.
func doubled(wait time.Duration, times int64, most time.Duration) time.Duration {
	for ; times > 0 && wait < most; times-- {
		wait *= 2
	}
	return min(wait, most)
}

// timeOf is an instant of a record; the zero time when it is empty.
func timeOf(row plugin.Row, key string) time.Time {
	at, _ := row[key].(time.Time)
	return at
}
