package store

import (
	"testing"
	"time"
)

// TestIDsOfABlockAreGivenOutForAWhile: who seals relies on no id coming later than that.
func TestIDsOfABlockAreGivenOutForAWhile(t *testing.T) {
	now := time.Now()
	pool := idPool{}
	pool.add(span{next: 1, end: 101, asked: now}, now)
	now = now.Add(IDLife / 2)
	pool.add(span{next: 101, end: 201, asked: now}, now)
	if first, ok := pool.take(1, now); first != 1 || !ok {
		t.Errorf("the first id is %d (%v)", first, ok)
	}
	now = now.Add(IDLife / 2)
	if first, ok := pool.take(1, now); first != 101 || !ok {
		t.Errorf("the first id after the first block is past is %d (%v)", first, ok)
	}
	now = now.Add(IDLife / 2)
	if first, ok := pool.take(1, now); ok {
		t.Errorf("%d is given out of a block that is past", first)
	}
	if !pool.beginRefill(now) {
		t.Error("no new block is taken")
	}
}
