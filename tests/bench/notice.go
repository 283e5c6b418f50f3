package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/wareloom/wareloom/engine/store"
)

// notice is a document with its lines.
type notice struct {
	Warehouse int64 `json:"warehouse_id"`
	Owner     int64 `json:"consignor_id"`
	Lines     []struct {
		Product int64  `json:"product_id"`
		Qty     int64  `json:"qty"`
		Quality string `json:"quality"`
	} `json:"lines"`
}

// saveNotice checks what the head and its lines refer to, numbers the document and
// writes head and lines, the lines in one statement.
func saveNotice(ctx context.Context, tx *store.Tx, body []byte) (any, error) {
	var n notice
	if err := json.Unmarshal(body, &n); err != nil {
		return nil, err
	}
	if err := n.check(ctx, tx); err != nil {
		return nil, err
	}
	id, err := tx.NextIDs(ctx, 1+len(n.Lines))
	if err != nil {
		return nil, err
	}
	now, total := time.Now().UnixMilli(), int64(0)
	number := fmt.Sprintf("HW%012d", id)
	args := []any{}
	for i, line := range n.Lines {
		total += line.Qty * 1000
		args = append(args, id+1+int64(i), id, 10*(i+1), line.Product, line.Qty*1000, line.Qty*1000, line.Quality, now, now)
	}
	if _, err := tx.Exec(ctx, `insert into asn (id, version, doc_no, doc_no__fold, warehouse_id, consignor_id, status, line_count, total_qty, received_qty, created_at, updated_at)
		values (?, 1, ?, ?, ?, ?, 'draft', ?, ?, 0, ?, ?)`, id, number, strings.ToLower(number), n.Warehouse, n.Owner, len(n.Lines), total, now, now); err != nil {
		return nil, err
	}
	marks := strings.TrimSuffix(strings.Repeat("(?, 1, ?, ?, ?, ?, ?, ?, 0, 0, 0, ?, ?), ", len(n.Lines)), ", ")
	_, err = tx.Exec(ctx, `insert into asn_line (id, version, asn_id, line_no, product_id, qty, base_qty, quality, received_qty, damaged_qty, shelved_qty, created_at, updated_at)
		values `+marks, args...)
	return m{"id": id, "version": 1, "doc_no": number, "lines": n.Lines}, err
}

// check refuses lines without quantity and products of another owner.
func (n notice) check(ctx context.Context, tx *store.Tx) error {
	args := []any{n.Owner}
	for _, line := range n.Lines {
		if line.Qty <= 0 || line.Quality == "" {
			return errors.New("a line needs a quantity and a quality")
		}
		args = append(args, line.Product)
	}
	var found int
	text := "select count(*) from product where consignor_id = ? and id in (" + strings.TrimSuffix(strings.Repeat("?, ", len(n.Lines)), ", ") + ")"
	if err := tx.Get(ctx, &found, text, args...); err != nil {
		return err
	}
	if found != len(n.Lines) {
		return errors.New("a product is not the owner's")
	}
	return nil
}
