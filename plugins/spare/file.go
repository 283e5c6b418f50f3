package spare

import (
	"context"
	"strings"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// mostOfRange is how many numbers one range may make.
const mostOfRange = 10_000

// check refuses a number whose last digit does not prove it, and an account of another
// carrier.
func check(ctx context.Context, e *plugin.SaveEvent) error {
	if !e.IsNew() {
		return nil
	}
	no := strings.ToUpper(strings.TrimSpace(plugin.Text(e.New, "tracking_no")))
	e.New["tracking_no"] = no
	rule, err := ruleOf(ctx, e)
	if err != nil {
		return err
	}
	if no != "" && !proven(rule, no) {
		return fault.New(fault.Invalid, "spare.bad_digit", "number", no).On("tracking_no").Breaking("check_digit")
	}
	to := strings.ToUpper(strings.TrimSpace(plugin.Text(e.New, "range_to")))
	if to == "" {
		return nil
	}
	e.New["range_to"] = to
	if !proven(rule, to) {
		return fault.New(fault.Invalid, "spare.bad_digit", "number", to).On("range_to").Breaking("check_digit")
	}
	if between(rule, no, to, mostOfRange) == nil {
		return fault.New(fault.Invalid, "spare.no_range", "from", no, "to", to, "most", mostOfRange).On("range_to").Breaking("range")
	}
	return nil
}

// ruleOf is the rule of a number's account; none without one. The account gives the
// carrier.
func ruleOf(ctx context.Context, e *plugin.SaveEvent) (string, error) {
	id := plugin.Int(e.New, "carrier_account_id")
	if id == 0 {
		return noDigit, nil
	}
	account, err := e.Data.Get(ctx, "carrier_account", id)
	if err != nil {
		return "", err
	}
	if plugin.Int(e.New, "carrier_id") == 0 {
		e.New["carrier_id"] = account["carrier_id"]
	}
	if plugin.Int(e.New, "carrier_id") != plugin.Int(account, "carrier_id") {
		return "", fault.New(fault.Invalid, "spare.other_carrier", "account", plugin.Text(account, "code")).On("carrier_account_id")
	}
	return plugin.Text(account, "check_rule"), nil
}

// fillRange files the numbers of a range behind its first one. The account has numbers
// again.
func fillRange(ctx context.Context, e *plugin.SaveEvent) error {
	to := plugin.Text(e.New, "range_to")
	if !e.IsNew() {
		return nil
	}
	if account := plugin.Int(e.New, "carrier_account_id"); account != 0 {
		low := plugin.Row{"id": account, "spare_low": true}
		if _, err := e.Data.SetWhere(ctx, "carrier_account", low, plugin.Row{"spare_low": false}); err != nil {
			return err
		}
	}
	if to == "" {
		return nil
	}
	rule, err := ruleOf(ctx, e)
	if err != nil {
		return err
	}
	var rows []plugin.Row
	for _, no := range between(rule, plugin.Text(e.New, "tracking_no"), to, mostOfRange) {
		row := plugin.Row{"tracking_no": no}
		for _, key := range []string{"carrier_id", "carrier_account_id", "batch_no", "expire_at"} {
			if e.New[key] != nil {
				row[key] = e.New[key]
			}
		}
		rows = append(rows, row)
	}
	_, err = e.Data.SaveMany(ctx, table, rows)
	return err
}
