package spare

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/wareloom/wareloom/engine/plugin"
)

// block is how many numbers of a segment are filed at once.
const block = 100

// segment is a range of numbers that an account has, of which the first were filed.
type segment struct {
	ID        int64          `db:"id"`
	AccountID int64          `db:"carrier_account_id"`
	CarrierID int64          `db:"carrier_id"`
	Prefix    string         `db:"prefix"`
	From      int64          `db:"from_no"`
	To        int64          `db:"to_no"`
	Used      int64          `db:"used"`
	LowMark   int64          `db:"low_mark"`
	Low       bool           `db:"low"`
	Rule      sql.NullString `db:"check_rule"`
}

// fileBlock files the next numbers of a segment of the carrier that the owner may use, and
// reports whether there were any. Others who find none left wait for it, and then find
// what it filed.
func fileBlock(ctx context.Context, data plugin.Data, head plugin.Row, carrier int64) (bool, error) {
	tx := data.SQL()
	question := `SELECT s.id, s.carrier_account_id, a.carrier_id, s.prefix, s.from_no, s.to_no, s.used, COALESCE(s.low_mark, 0) AS low_mark, COALESCE(s.low, ?) AS low, a.check_rule
		FROM number_segment s JOIN carrier_account a ON a.id = s.carrier_account_id
		WHERE s.status = 'active' AND s.used <= s.to_no - s.from_no AND a.carrier_id = ? AND a.enabled = ? AND (a.consignor_id IS NULL OR a.consignor_id = ?)
		ORDER BY s.from_no, s.id LIMIT 1` + tx.ForUpdate("s")
	var s segment
	err := tx.Get(ctx, &s, question, false, carrier, true, plugin.Int(head, "consignor_id"))
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("lock a segment of carrier %d: %w", carrier, err)
	}
	if one, err := nextFree(ctx, tx, head, carrier); err != nil || one != nil {
		return true, err // somebody filed some while this waited
	}
	return true, s.file(ctx, data)
}

// file files a block, without the numbers that are known already.
func (s segment) file(ctx context.Context, data plugin.Data) error {
	count := min(block, s.To-s.From+1-s.Used)
	numbers := make([]string, count)
	for i := range numbers {
		numbers[i] = s.number(s.From + s.Used + int64(i))
	}
	known, err := data.Find(ctx, table, plugin.Where{Match: plugin.Row{"carrier_id": s.CarrierID, "tracking_no": numbers}})
	if err != nil {
		return err
	}
	taken := map[string]bool{}
	for _, row := range known {
		taken[plugin.Text(row, "tracking_no")] = true
	}
	var rows []plugin.Row
	for _, no := range numbers {
		if !taken[no] {
			rows = append(rows, plugin.Row{"carrier_account_id": s.AccountID, "carrier_id": s.CarrierID, "tracking_no": no, "batch_no": s.batch()})
		}
	}
	if _, err := data.SaveMany(ctx, table, rows); err != nil {
		return err
	}
	if _, err := data.Save(ctx, "number_segment", plugin.Row{"id": s.ID, "used": s.Used + count}); err != nil {
		return err
	}
	if s.Low || s.To-s.From+1-s.Used-count >= s.LowMark {
		return nil
	}
	_, err = data.Act(ctx, "number_segment", "tell_low", s.ID, nil)
	return err
}

// number is one of the segment's numbers: its digits as long as the last one's, with the
// digit that proves them.
func (s segment) number(n int64) string {
	body := strconv.FormatInt(n, 10)
	body = strings.Repeat("0", len(strconv.FormatInt(s.To, 10))-len(body)) + body
	return s.Prefix + body + checkDigit(s.Rule.String, body)
}

func (s segment) batch() string { return s.Prefix + strconv.FormatInt(s.From, 10) }
