package counting

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

// pile is goods of one kind at a position.
type pile struct {
	LpnID       int64  `db:"lpn_id" json:"lpn,omitempty"`
	ConsignorID int64  `db:"consignor_id" json:"owner"`
	ProductID   int64  `db:"product_id" json:"product"`
	LotID       int64  `db:"lot_id" json:"lot,omitempty"`
	Quality     string `db:"quality" json:"quality"`
}

// spot is a position of a count, as it stands.
type spot struct {
	ID         int64  `db:"id"`
	CountID    int64  `db:"stock_count_id"`
	PositionID int64  `db:"position_id"`
	Code       string `db:"code"`
	Status     string `db:"status"`
	By         int64  `db:"counted_by"`
	Again      int64  `db:"recounted_by"`
}

const spotQuestion = `SELECT l.id, l.stock_count_id, l.position_id, p.code, l.status, COALESCE(l.counted_by, 0) AS counted_by, COALESCE(l.recounted_by, 0) AS recounted_by
	FROM stock_count_position l JOIN position p ON p.id = l.position_id WHERE `

func readSpot(ctx context.Context, tx plugin.Tx, where string, args ...any) (*spot, error) {
	var s spot
	err := tx.Get(ctx, &s, spotQuestion+where, args...)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read position of a count: %w", err)
	}
	return &s, nil
}

// second reports whether the position is at its second count.
func (s *spot) second() bool {
	return s.Status == recount || s.Status == recounting || s.Status == recounted
}

// counter is who counts the position now, 0 for nobody.
func (s *spot) counter() int64 {
	switch s.Status {
	case underCount:
		return s.By
	case recounting:
		return s.Again
	}
	return 0
}

// book is what the figures say of a pile.
type book struct {
	pile
	OnHand stock.Qty `db:"on_hand"`
	Seq    int64     `db:"seq"`
	SKU    string    `db:"sku"`
	Name   string    `db:"name"`
	Owner  string    `db:"owner"`
	LotNo  string    `db:"lot_no"`
	Lpn    string    `db:"lpn"`
	Serial bool      `db:"serial_ctl"`
	Image  string    `db:"image"`
}

// books are the piles at a position that the figures know and the count covers.
func books(ctx context.Context, tx plugin.Tx, s scope, position int64) (list []book, err error) {
	where := s.goods("q")
	where.and("q.position_id = ?", position)
	where.and("q.on_hand > 0")
	err = tx.Select(ctx, &list, `SELECT COALESCE(q.lpn_id, 0) AS lpn_id, q.consignor_id, q.product_id, COALESCE(q.lot_id, 0) AS lot_id, q.quality, q.on_hand, q.seq,
		p.sku, p.name, c.name AS owner, COALESCE(t.lot_no, '') AS lot_no, COALESCE(n.barcode, '') AS lpn, COALESCE(p.serial_ctl, ?) AS serial_ctl, COALESCE(p.image, '') AS image
		FROM quant q JOIN product p ON p.id = q.product_id JOIN consignor c ON c.id = q.consignor_id LEFT JOIN lot t ON t.id = q.lot_id LEFT JOIN lpn n ON n.id = q.lpn_id
		WHERE `+where.all()+` ORDER BY p.sku, q.id`, append([]any{false}, where.args...)...)
	if err != nil {
		return nil, fmt.Errorf("read stock at position %d: %w", position, err)
	}
	return list, nil
}

// tallied is a line of a count, as it stands.
type tallied struct {
	ID int64 `db:"id"`
	pile
	Book   *stock.Qty     `db:"book_qty"`
	Count1 *stock.Qty     `db:"count1"`
	Book2  *stock.Qty     `db:"book2_qty"`
	Count2 *stock.Qty     `db:"count2"`
	Seq    int64          `db:"book_seq"`
	By     int64          `db:"counted_by"`
	At     int64          `db:"counted_at"`
	Seen   sql.NullString `db:"serials"`
}

// lines are the lines of a position.
func lines(ctx context.Context, tx plugin.Tx, s *spot) (list []tallied, err error) {
	err = tx.Select(ctx, &list, `SELECT id, COALESCE(lpn_id, 0) AS lpn_id, consignor_id, product_id, COALESCE(lot_id, 0) AS lot_id, quality, book_qty, count1, book2_qty, count2,
		COALESCE(book_seq, 0) AS book_seq, COALESCE(counted_by, 0) AS counted_by, COALESCE(counted_at, 0) AS counted_at, serials
		FROM stock_count_line WHERE stock_count_id = ? AND position_id = ? ORDER BY id`+tx.ForUpdate(), s.CountID, s.PositionID)
	if err != nil {
		return nil, fmt.Errorf("read lines of a count: %w", err)
	}
	return list, nil
}

// now are the figures of the count that is under way.
func (l *tallied) now(second bool) (was, counted *stock.Qty) {
	if second {
		return l.Book2, l.Count2
	}
	return l.Book, l.Count1
}

// state is what a line said before, for taking an input back.
func (l *tallied) state() plugin.Row {
	row := plugin.Row{"id": l.ID, "book_seq": l.Seq, "counted_by": null(l.By), "counted_at": nil, "serials": nil}
	if l.At != 0 {
		row["counted_at"] = time.UnixMilli(l.At).UTC()
	}
	if l.Seen.Valid {
		row["serials"] = serialList(l.Seen)
	}
	for key, n := range map[string]*stock.Qty{"book_qty": l.Book, "count1": l.Count1, "book2_qty": l.Book2, "count2": l.Count2} {
		row[key] = orNil(n)
	}
	row["diff_qty"] = diffOf(l.Book, l.Count1, l.Book2, l.Count2)
	return row
}

func orNil(n *stock.Qty) any {
	if n == nil {
		return nil
	}
	return n.Decimal()
}

// diffOf is the difference that the last count of a line found.
func diffOf(book1, count1, book2, count2 *stock.Qty) any {
	switch {
	case count2 != nil && book2 != nil:
		return (*count2 - *book2).Decimal()
	case count1 != nil && book1 != nil:
		return (*count1 - *book1).Decimal()
	}
	return nil
}

func serialList(text sql.NullString) []string {
	if !text.Valid {
		return nil
	}
	return texts(json.RawMessage(text.String))
}

// bookOf is what the figures say of a pile now, and its version; nothing when there is none.
func bookOf(ctx context.Context, tx plugin.Tx, s *spot, p pile) (onHand stock.Qty, seq int64, err error) {
	var q struct {
		OnHand stock.Qty `db:"on_hand"`
		Seq    int64     `db:"seq"`
	}
	err = tx.Get(ctx, &q, `SELECT on_hand, seq FROM quant WHERE position_id = ? AND consignor_id = ? AND product_id = ? AND quality = ?
		AND COALESCE(lot_id, 0) = ? AND COALESCE(lpn_id, 0) = ?`, s.PositionID, p.ConsignorID, p.ProductID, p.Quality, p.LotID, p.LpnID)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, 0, fmt.Errorf("read stock of a pile: %w", err)
	}
	return q.OnHand, q.Seq, nil
}

// did is what an input did to a count, for taking it back.
type did struct {
	Lines []tallied `json:"lines,omitempty"` // as they were
	Added []int64   `json:"added,omitempty"`
	Spot  int64     `json:"spot,omitempty"` // position that was ended
	Count int64     `json:"count"`
	Again bool      `json:"again,omitempty"` // it was the second count
	Ended string    `json:"ended,omitempty"` // action that takes the end of the count back
}

// add counts pieces of a pile, and numbers, at a position. The book is taken with the first
// of them; pieces that come or go before the last cannot be told from those counted.
func add(ctx context.Context, data plugin.Data, s *spot, p pile, sku string, qty decimal.Decimal, serial string) (did, error) {
	known, err := lines(ctx, data.SQL(), s)
	if err != nil {
		return did{}, err
	}
	onHand, seq, err := bookOf(ctx, data.SQL(), s, p)
	if err != nil {
		return did{}, err
	}
	at := slices.IndexFunc(known, func(l tallied) bool { return l.pile == p })
	if at < 0 {
		return insert(ctx, data, s, p, onHand, seq, qty, serial)
	}
	line := &known[at]
	back := did{Lines: []tallied{*line}}
	was, so := line.now(s.second())
	if so != nil && was != nil {
		if line.Seq != seq {
			return did{}, fault.New(fault.Conflict, "counting.moved_between", "sku", sku, "position", s.Code)
		}
		if serial != "" && slices.Contains(serialList(line.Seen), serial) {
			return did{}, fault.New(fault.Invalid, "counting.serial_twice", "serial", serial)
		}
		onHand = *was
		qty = qty.Add(so.Decimal())
	} else if s.second() {
		line.Seen = sql.NullString{}
	}
	row := figures(s, line, onHand, qty)
	row["book_seq"], row["counted_by"], row["counted_at"] = seq, data.Actor().UserID, data.SQL().Now()
	if serial != "" {
		row["serials"] = append(serialList(line.Seen), serial)
	}
	return back, data.Set(ctx, lineTable, []plugin.Row{row})
}

// figures are the fields of a line for what was counted now.
func figures(s *spot, line *tallied, onHand stock.Qty, qty decimal.Decimal) plugin.Row {
	row := plugin.Row{"id": line.ID, "diff_qty": qty.Sub(onHand.Decimal())}
	if s.second() {
		row["book2_qty"], row["count2"] = onHand.Decimal(), qty
	} else {
		row["book_qty"], row["count1"] = onHand.Decimal(), qty
	}
	return row
}

func insert(ctx context.Context, data plugin.Data, s *spot, p pile, onHand stock.Qty, seq int64, qty decimal.Decimal, serial string) (did, error) {
	row := plugin.Row{
		"stock_count_id": s.CountID, "position_id": s.PositionID, "lpn_id": null(p.LpnID), "consignor_id": p.ConsignorID, "product_id": p.ProductID,
		"lot_id": null(p.LotID), "quality": p.Quality, "book_seq": seq, "counted_by": null(data.Actor().UserID), "counted_at": data.SQL().Now(),
	}
	for key, value := range figures(s, &tallied{}, onHand, qty) {
		if key != "id" {
			row[key] = value
		}
	}
	if s.second() { // nobody saw it the first time
		row["book_qty"], row["count1"] = onHand.Decimal(), decimal.Zero
	}
	if serial != "" {
		row["serials"] = []string{serial}
	}
	saved, err := data.Save(ctx, lineTable, row)
	return did{Added: []int64{plugin.ID(saved)}}, err
}

// wipe forgets what was counted at a position this time.
func wipe(ctx context.Context, data plugin.Data, s *spot) (did, error) {
	known, err := lines(ctx, data.SQL(), s)
	if err != nil {
		return did{}, err
	}
	var back did
	var rows []plugin.Row
	for i := range known {
		l := &known[i]
		if _, so := l.now(s.second()); so == nil {
			continue
		}
		back.Lines = append(back.Lines, *l)
		if s.second() {
			l.Book2, l.Count2 = nil, nil
		} else {
			l.Book, l.Count1 = nil, nil
		}
		l.Seen = sql.NullString{}
		rows = append(rows, l.state())
	}
	return back, data.Set(ctx, lineTable, rows)
}

// zero counts none of what nobody saw at a position.
func zero(ctx context.Context, data plugin.Data, sc scope, s *spot) (did, error) {
	var back did
	here, err := books(ctx, data.SQL(), sc, s.PositionID)
	if err != nil {
		return back, err
	}
	known, err := lines(ctx, data.SQL(), s)
	if err != nil {
		return back, err
	}
	for _, b := range here {
		if slices.ContainsFunc(known, func(l tallied) bool { return l.pile == b.pile }) {
			continue
		}
		one, err := insert(ctx, data, s, b.pile, b.OnHand, b.Seq, decimal.Zero, "")
		if err != nil {
			return back, err
		}
		back.Added = append(back.Added, one.Added...)
	}
	rows, was, err := unseen(ctx, data, s, known)
	if err != nil {
		return back, err
	}
	back.Lines = was
	return back, data.Set(ctx, lineTable, rows)
}

// unseen are the lines that were not counted this time, as none, and as they were.
func unseen(ctx context.Context, data plugin.Data, s *spot, known []tallied) (rows []plugin.Row, was []tallied, err error) {
	for i := range known {
		l := &known[i]
		if _, so := l.now(s.second()); so != nil {
			continue
		}
		onHand, seq, err := bookOf(ctx, data.SQL(), s, l.pile)
		if err != nil {
			return nil, nil, err
		}
		was = append(was, *l)
		row := figures(s, l, onHand, decimal.Zero)
		row["book_seq"], row["counted_by"], row["counted_at"], row["serials"] = seq, data.Actor().UserID, data.SQL().Now(), nil
		rows = append(rows, row)
	}
	return rows, was, nil
}
