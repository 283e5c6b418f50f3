package spare

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// number is a free number.
type number struct {
	ID        int64         `db:"id"`
	No        string        `db:"tracking_no"`
	AccountID sql.NullInt64 `db:"carrier_account_id"`
}

// match is an effect of orders: each gets a free number of its carrier, the one that
// was filed first. An order that gets none is left as it is, and told why.
func match(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	given, accounts := 0, map[int64]int64{}
	for _, head := range e.Heads {
		one, err := give(ctx, e.Data, head)
		if why, refused := fault.As(err); refused && why.Code < fault.Internal {
			err = e.Leave(plugin.ID(head), why)
		}
		if err != nil {
			return err
		}
		if one == nil {
			continue
		}
		given++
		if one.AccountID.Valid {
			accounts[one.AccountID.Int64] = one.ID
		}
	}
	e.Tell("spare.given", "n", given)
	for account, last := range accounts {
		if err := tellLow(ctx, e.Data, account, last); err != nil {
			return err
		}
	}
	return nil
}

// give gives an order a number.
//
// Conflict spare.no_carrier, spare.has_number, spare.none_left.
func give(ctx context.Context, data plugin.Data, head plugin.Row) (*number, error) {
	no := plugin.Text(head, "doc_no")
	carrier := plugin.Int(head, "carrier_id")
	if carrier == 0 {
		return nil, fault.New(fault.Conflict, "spare.no_carrier", "order", no)
	}
	if has := plugin.Text(head, "tracking_no"); has != "" {
		return nil, fault.New(fault.Conflict, "spare.has_number", "order", no, "number", has)
	}
	one, err := take(ctx, data, head, carrier)
	if err != nil {
		return nil, err
	}
	if _, err := data.Act(ctx, table, "hold", one.ID, plugin.Row{"sale_order_id": plugin.ID(head)}); err != nil {
		return nil, err
	}
	if err := data.Set(ctx, order, []plugin.Row{{"id": plugin.ID(head), "tracking_no": one.No}}); err != nil {
		return nil, fmt.Errorf("write number of order %s: %w", no, err)
	}
	return one, note(ctx, data, head, one)
}

// take locks the next free number that an order may have. Where several are given at
// once, each passes over what another is just taking. Where none is left, the next block of
// a segment is filed; it is looked once more after each, and after the last, since another
// may have filed that meanwhile.
func take(ctx context.Context, data plugin.Data, head plugin.Row, carrier int64) (*number, error) {
	for filed := true; ; {
		one, err := nextFree(ctx, data.SQL(), head, carrier)
		if err != nil || one != nil {
			return one, err
		}
		if !filed {
			return nil, noneLeft(ctx, data, head, carrier)
		}
		if filed, err = fileBlock(ctx, data, head, carrier); err != nil {
			return nil, err
		}
	}
}

// nextFree is the first free number that nobody else is taking; nil when there is none.
func nextFree(ctx context.Context, tx plugin.Tx, head plugin.Row, carrier int64) (*number, error) {
	question := `SELECT n.id, n.tracking_no, n.carrier_account_id FROM spare_number n LEFT JOIN carrier_account a ON a.id = n.carrier_account_id
		WHERE n.status = 'free' AND n.carrier_id = ? AND (a.consignor_id IS NULL OR a.consignor_id = ?) AND COALESCE(a.enabled, ?)
		AND (n.expire_at IS NULL OR n.expire_at >= ?) ORDER BY n.id LIMIT 1`
	if lock := tx.ForUpdate("n"); lock != "" {
		question += lock + ` SKIP LOCKED`
	}
	var one number
	err := tx.Get(ctx, &one, question, carrier, plugin.Int(head, "consignor_id"), true, today(tx.Now()))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil // none is an answer
	}
	if err != nil {
		return nil, fmt.Errorf("take a number of carrier %d: %w", carrier, err)
	}
	return &one, nil
}

func noneLeft(ctx context.Context, data plugin.Data, head plugin.Row, carrier int64) error {
	row, err := data.Get(ctx, "carrier", carrier)
	if err != nil {
		return err
	}
	return fault.New(fault.Conflict, "spare.none_left", "order", plugin.Text(head, "doc_no"), "carrier", plugin.Text(row, "name"))
}

func today(now time.Time) string { return now.Format(time.DateOnly) }

// note notes which number an order got.
func note(ctx context.Context, data plugin.Data, head plugin.Row, one *number) error {
	row := plugin.Row{
		"match_kind": "number", "warehouse_id": head["warehouse_id"], "consignor_id": head["consignor_id"], "sale_order_id": plugin.ID(head),
		"carrier_id": head["carrier_id"], "tracking_no": one.No, "matched_at": data.SQL().Now(), "matched_by": personOf(data),
	}
	if _, err := data.Save(ctx, "order_match", row); err != nil {
		return fmt.Errorf("note number of order %d: %w", plugin.ID(head), err)
	}
	return nil
}

func personOf(data plugin.Data) any {
	if id := data.Actor().UserID; id != 0 {
		return id
	}
	return nil
}

// tellLow tells the lead when an account has fewer free numbers than its mark; once,
// until there are enough again.
func tellLow(ctx context.Context, data plugin.Data, account, last int64) error {
	row, err := data.Get(ctx, "carrier_account", account)
	if err != nil {
		return err
	}
	mark := plugin.Int(row, "spare_low_mark")
	if mark == 0 || plugin.Bool(row, "spare_low") {
		return nil
	}
	var left int64
	if err := data.SQL().Get(ctx, &left, `SELECT COUNT(*) FROM spare_number WHERE carrier_account_id = ? AND status = 'free'`, account); err != nil {
		return fmt.Errorf("count numbers of account %d: %w", account, err)
	}
	if left >= mark {
		return nil
	}
	if err := data.Set(ctx, "carrier_account", []plugin.Row{{"id": account, "spare_low": true}}); err != nil {
		return fmt.Errorf("mark account %d as low: %w", account, err)
	}
	_, err = data.Act(ctx, table, "tell_low", last, plugin.Row{"left": left})
	return err
}
