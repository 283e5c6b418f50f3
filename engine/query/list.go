package query

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"sync"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// Page is an answer as JSON, in a buffer that Release gives back.
type Page struct {
	data  []byte
	holes []hole // labels that are still to be read
}

// Bytes is the JSON. It is valid until Release.
func (p *Page) Bytes() []byte { return p.data }

// Release gives the buffer back; the page must not be used any more.
func (p *Page) Release() {
	if cap(p.data) <= largestKept {
		pages.Put(p)
	}
}

// largestKept bounds the buffers that wait for reuse.
const largestKept = 1 << 20 // bytes

// pages is shared memory, not state.
var pages = sync.Pool{New: func() any { return &Page{data: make([]byte, 0, 32<<10)} }}

func newPage() *Page {
	p := pages.Get().(*Page)
	p.data, p.holes = p.data[:0], p.holes[:0]
	return p
}

// List answers a page of a table's records as JSON: rows and, as asked, total,
// totalIsFloor, sums, nextCursor and in next the steps that lead on from the rows. Rows and figures are of one moment.
//
// Faults: table.unknown (NotFound), right.missing (Denied), and Invalid ones
// that name what is wrong in the request.
func (q *Query) List(ctx context.Context, rights *access.Rights, table string, r Request) (*Page, error) {
	var page *Page
	err := q.db.Read(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
		page, err = q.ListIn(ctx, tx, rights, table, r)
		return err
	})
	return page, err
}

// ListIn is List in a running transaction.
func (q *Query) ListIn(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, r Request) (*Page, error) {
	t, err := q.table(rights, table)
	if err != nil {
		return nil, err
	}
	limit, offset, err := r.paging()
	if err != nil {
		return nil, err
	}
	r.choose(t)
	r.Can = r.Can || r.Next // a step is an action that the actor may take
	if r.reached, r.cut, err = q.reached(ctx, tx, rights, t, r.Search, r.Whole); err != nil {
		return nil, fmt.Errorf("list %s: %w", table, err)
	}
	p, err := q.prepare(ctx, rights, t, &r, aPage)
	if err != nil {
		return nil, err
	}
	l := listing{q: q, table: t, prepared: p, rights: rights, page: newPage(), steps: r.Next, limit: limit, offset: offset, first: r.Cursor == ""}
	if err := l.run(ctx, tx, &r); err != nil {
		l.page.Release()
		return nil, fmt.Errorf("list %s: %w", table, err)
	}
	return l.page, nil
}

// listing is one answer in the making.
type listing struct {
	q     *Query
	table *catalog.Table
	*prepared
	rights        *access.Rights
	page          *Page
	limit, offset int
	first         bool   // no cursor: the rows are counted from the beginning
	found         int64  // as many as were counted to choose the way
	along         bool   // the page is read along its first key
	counted       *int64 // as many as were counted with the page; nil: nobody did
	rows          int
	next          string
	steps         bool // the next step of each row is asked for
	standing      []standing
}

func (l *listing) run(ctx context.Context, tx *store.Tx, r *Request) error {
	if err := l.chooseWay(ctx, tx); err != nil {
		return err
	}
	if err := l.ask(ctx, tx, r); err != nil {
		return err
	}
	if r.Total != NoTotal {
		if err := l.writeTotal(ctx, tx, r); err != nil {
			return err
		}
	}
	if len(r.Sums) > 0 {
		if err := l.writeSums(ctx, tx); err != nil {
			return err
		}
	}
	if l.steps {
		if err := l.writeNext(ctx, tx); err != nil {
			return err
		}
	}
	if l.next != "" {
		l.page.data = catalog.AppendString(append(l.page.data, `,"nextCursor":`...), l.next)
	}
	l.page.data = append(l.page.data, '}')
	return l.page.fill(ctx, tx, l.rights)
}

// ask reads one row more than the page holds, to know whether it goes on. Over a network the
// rows are counted in the same round trip, though a page that shows the end needs no count.
func (l *listing) ask(ctx context.Context, tx *store.Tx, r *Request) error {
	text, args := l.paged(tx.Dialect(), l.limit+1, l.offset, l.along)
	questions := []store.Question{{Text: text, Args: args, Take: func(rows *sql.Rows) error { return l.writeRows(ctx, rows) }}}
	if tx.Dialect() == store.Postgres && r.Total != NoTotal && !l.wayCounts(r) {
		l.counted = new(int64)
		questions = append(questions, store.Question{Text: l.total.text, Args: l.total.args(l.values), Take: func(rows *sql.Rows) error {
			rows.Next()
			return rows.Scan(l.counted)
		}})
	}
	return tx.Ask(ctx, questions...)
}

// wayCounts reports whether the total was counted to choose the way.
func (l *listing) wayCounts(r *Request) bool { return l.way != nil && r.Total == CappedTotal }

func (l *listing) writeRows(ctx context.Context, rows *sql.Rows) (err error) {
	cells := newCells(l.columns)
	dst := append(l.page.data, `{"rows":[`...)
	var last []any
	for rows.Next() {
		if l.rows == l.limit {
			if l.next, err = encodeCursor(l.seal, l.keys, last); err != nil {
				return err
			}
			break
		}
		if err := rows.Scan(cells.into...); err != nil {
			return err
		}
		if l.rows > 0 {
			dst = append(dst, ',')
		}
		dst = l.appendRow(ctx, dst, cells.values)
		last = cells.values
		if l.steps {
			l.stand(last)
		}
		l.rows++
	}
	l.page.data = append(dst, ']')
	return rows.Err()
}

func (l *listing) appendRow(ctx context.Context, dst []byte, cells []any) []byte {
	dst = l.answer.append(ctx, l.page, dst, cells)
	if l.can != nil {
		dst = appendNames(append(dst, `,"_can":`...), l.can.names(cells, nil))
	}
	return append(dst, '}')
}

// writeTotal counts, unless the page has shown the end. Where a search left out older
// rows there are more than are counted.
func (l *listing) writeTotal(ctx context.Context, tx *store.Tx, r *Request) error {
	count := int64(l.offset + l.rows)
	switch {
	case l.next == "" && l.first && (l.rows > 0 || l.offset == 0): // the page shows the end
	case l.wayCounts(r):
		count = l.found
	case l.counted != nil:
		count = *l.counted
	default:
		if err := tx.QueryRow(ctx, l.total.text, l.total.args(l.values)...).Scan(&count); err != nil {
			return err
		}
	}
	capped := r.Total == CappedTotal && count > cappedTotal
	if capped {
		count = cappedTotal
	}
	l.page.data = strconv.AppendInt(append(l.page.data, `,"total":`...), count, 10)
	l.page.data = strconv.AppendBool(append(l.page.data, `,"totalIsFloor":`...), capped || r.cut)
	return nil
}

// writeSums adds the sums; fields that the actor may not read are absent.
func (l *listing) writeSums(ctx context.Context, tx *store.Tx) error {
	dst := append(l.page.data, `,"sums":{`...)
	if l.sums.text != "" {
		cells := newCells(l.wide)
		if err := tx.QueryRow(ctx, l.sums.text, l.sums.args(l.values)...).Scan(cells.into...); err != nil {
			return err
		}
		for i, s := range l.summed {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendTotal(append(dst, member(s.name)...), sumOf(cells.values, s.at, s.scale))
		}
	}
	l.page.data = append(dst, '}')
	return nil
}

// cells is one row as the database gives it.
type cells struct{ values, into []any }

func newCells(n int) cells {
	c := cells{make([]any, n), make([]any, n)}
	for i := range c.values {
		c.into[i] = &c.values[i]
	}
	return c
}
