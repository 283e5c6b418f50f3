package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// idBlock ids are taken from the sequence at once; a refill begins when fewer
// than half of it are left.
const idBlock = 4096

// IDLife is how long a process gives out the ids of a block after it took it: no transaction
// that begins later than that has an id below where the sequence was.
const IDLife = 30 * time.Minute

// maxID is the largest id that a JSON number carries exactly.
const maxID = 1<<53 - 1

// span is a run of ids, from next up to but without end.
type span struct {
	next, end int64
	asked     time.Time // for it, by this process
}

// left is how many ids of it may still be given out.
func (s span) left(now time.Time) int64 {
	if now.Sub(s.asked) >= IDLife {
		return 0
	}
	return s.end - s.next
}

// take gives the first of n consecutive ids.
func (s *span) take(n int64, now time.Time) (int64, bool) {
	if s.left(now) < n {
		return 0, false
	}
	first := s.next
	s.next += n
	return first, true
}

// idPool holds ids in memory for all transactions of the process. Ids of
// transactions that roll back are lost, which is harmless.
type idPool struct {
	mu        sync.Mutex
	current   span
	reserve   span // follows current, not always consecutively
	refilling bool
	running   sync.WaitGroup
}

func (p *idPool) take(n int64, now time.Time) (first int64, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if first, ok = p.current.take(n, now); ok {
		return first, true
	}
	if p.reserve.left(now) >= n {
		p.current, p.reserve = p.reserve, span{}
		return p.current.take(n, now)
	}
	return 0, false
}

func (p *idPool) add(block span, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.current.left(now) == 0 {
		p.current = block
		return
	}
	p.reserve = block
}

// beginRefill reports whether the caller shall refill now.
func (p *idPool) beginRefill(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.refilling || p.current.left(now)+p.reserve.left(now) >= idBlock/2 {
		return false
	}
	p.refilling = true
	p.running.Add(1)
	return true
}

func (p *idPool) endRefill() {
	p.mu.Lock()
	p.refilling = false
	p.mu.Unlock()
	p.running.Done()
}

func (p *idPool) wait() { p.running.Wait() }

// NextIDs gives the first of n consecutive new ids of the one sequence that all
// tables share. If memory holds too few, the transaction takes a block of its
// own, which serves it alone, so that a rollback cannot give an id out twice.
func (tx *Tx) NextIDs(ctx context.Context, n int) (int64, error) {
	if n <= 0 || !tx.writes {
		return 0, errors.New("new ids: a write transaction and a positive count are needed")
	}
	count, now := int64(n), tx.db.options.Now()
	if first, ok := tx.ids.take(count, now); ok {
		return first, nil
	}
	first, ok := tx.db.ids.take(count, now)
	tx.db.refillSoon()
	if ok {
		return first, nil
	}
	err := tx.Apart(ctx, func(ctx context.Context, own *Tx) (err error) {
		tx.ids, err = own.takeBlock(ctx, count)
		return err
	})
	if err != nil {
		return 0, err
	}
	first, _ = tx.ids.take(count, now)
	return first, nil
}

// takeBlock moves the sequence on by n.
func (tx *Tx) takeBlock(ctx context.Context, n int64) (span, error) {
	asked, end := tx.db.options.Now(), int64(0)
	if err := tx.QueryRow(ctx, "update id_block set next_id = next_id + ? where id = 1 returning next_id", n).Scan(&end); err != nil {
		return span{}, fmt.Errorf("take %d ids: %w", n, err)
	}
	if end > maxID {
		return span{}, fmt.Errorf("take %d ids: the sequence is used up", n)
	}
	return span{next: end - n, end: end, asked: asked}, nil
}

// refillSoon takes the next block in the background when ids run low. A failure
// is only logged: transactions then take their own blocks.
func (db *DB) refillSoon() {
	if !db.ids.beginRefill(db.options.Now()) {
		return
	}
	go func() {
		defer db.ids.endRefill()
		if err := db.refillIDs(context.Background()); err != nil {
			db.options.Log.Error("new ids could not be taken in advance", "error", err)
		}
	}()
}

// refillIDs takes a block and offers it once it is committed.
func (db *DB) refillIDs(ctx context.Context) error {
	var block span
	err := db.transact(ctx, db.alone(db.apart), func(ctx context.Context, tx *Tx) (err error) {
		block, err = tx.takeBlock(ctx, idBlock)
		return err
	})
	if err == nil {
		db.ids.add(block, block.asked)
	}
	return err
}

// LastID is where the sequence is: every id that the database has, or that a process holds to
// give it out, is at most this.
func (tx *Tx) LastID(ctx context.Context) (last int64, err error) {
	if err := tx.QueryRow(ctx, "select next_id - 1 from id_block where id = 1").Scan(&last); err != nil {
		return 0, fmt.Errorf("ask where the sequence of ids is: %w", err)
	}
	return last, nil
}
