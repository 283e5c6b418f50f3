package inventory

import (
	"context"
	"database/sql"
	"fmt"
	"hash/crc32"
	"strconv"
	"strings"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// crcTable is of the polynomial that processors reckon by themselves. It tells any
// single bit that changed, and any run of up to 32.
var crcTable = crc32.MakeTable(crc32.Castagnoli)

// digester reckons the digest of a row of the ledger from its values in the order
// of digestColumns: the sum of their texts, each behind a byte that tells it from null.
type digester struct{ text []byte }

// digestColumns are legColumns, with when and by whom the row was made twice: rows of
// before said so again as of their last change, which they never had.
var digestColumns = strings.Replace(legColumns, madeColumns, madeColumns+", "+madeColumns, 1)

// of is the digest of a row that is to be written, given in parts.
func (d *digester) of(row ...[]any) int64 {
	d.begin()
	for _, part := range row {
		for _, v := range part {
			d.value(v)
		}
	}
	for range unwritten {
		d.value(nil)
	}
	return d.sum()
}

func (d *digester) begin() { d.text = d.text[:0] }

func (d *digester) value(v any) {
	switch v := v.(type) {
	case nil:
		d.text = append(d.text, 0)
		return
	case int:
		d.text = strconv.AppendInt(append(d.text, 1), int64(v), 10)
	case int64:
		d.text = strconv.AppendInt(append(d.text, 1), v, 10)
	case contract.Qty:
		d.text = strconv.AppendInt(append(d.text, 1), int64(v), 10)
	case string:
		d.text = append(append(d.text, 1), v...)
	default: // a new column of another type: read back, it would not be the same
		d.text = fmt.Append(append(d.text, 1), v)
	}
}

func (d *digester) read(v sql.RawBytes) {
	if v == nil {
		d.text = append(d.text, 0)
		return
	}
	d.text = append(append(d.text, 1), v...)
}

func (d *digester) sum() int64 { return int64(crc32.Checksum(d.text, crcTable)) }

// unwrittenColumns are those that a posting leaves empty; a digest holds that they are.
const unwrittenColumns = "device"

const unwritten = 1

// digests finds rows of the ledger that are no longer what was posted. Rows of
// before there were digests have none.
func digests(ctx context.Context, tx plugin.Tx) (found []plugin.Breach, err error) {
	rows, err := tx.Query(ctx, "SELECT "+digestColumns+", "+unwrittenColumns+", digest FROM stock_move WHERE digest IS NOT NULL")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	values := make([]sql.RawBytes, legWidth+madeEnd-madeStart+unwritten+1)
	into := make([]any, len(values))
	for i := range values {
		into[i] = &values[i]
	}
	var d digester
	for rows.Next() && len(found) < mostDamaged {
		if err := rows.Scan(into...); err != nil {
			return nil, fmt.Errorf("read ledger: %w", err)
		}
		d.begin()
		for _, v := range values[:len(values)-1] {
			d.read(v)
		}
		if strconv.FormatInt(d.sum(), 10) != string(values[len(values)-1]) {
			id, _ := strconv.ParseInt(string(values[0]), 10, 64) // damaged itself: 0
			found = append(found, plugin.Breach{ID: id, Detail: "the row is not what was posted"})
		}
	}
	return found, rows.Err()
}

// mostDamaged bounds the rows that are told.
const mostDamaged = 20
