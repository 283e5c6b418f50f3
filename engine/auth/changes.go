package auth

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/wareloom/wareloom/engine/store"
)

// staleAfter is how late a change made by another process is seen when it is not
// told; one made here is seen at once.
const staleAfter = 500 * time.Millisecond

// Changes counts the changes of users, roles and sessions, so that what was read
// about them can be kept until the next one. The counter is in the database, for
// all replicas. It is safe for use by many goroutines.
type Changes struct {
	Told func() // hears of every change, also of other processes; nil: nobody does

	mu      sync.Mutex
	number  int64     // as read last
	checked time.Time // when; zero asks again
	epoch   int       // changes made here, against a number that was read before one
}

// Fresh gives the counter without asking the database; false when it may be stale.
func (c *Changes) Fresh() (number int64, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.number, time.Since(c.checked) < staleAfter
}

// Number gives the counter, and asks the database when it may be stale. What is
// read after it is at least as new.
func (c *Changes) Number(ctx context.Context, tx *store.Tx) (int64, error) {
	if number, ok := c.Fresh(); ok {
		return number, nil
	}
	c.mu.Lock()
	epoch := c.epoch
	c.mu.Unlock()
	var number int64
	if err := tx.QueryRow(ctx, "select number from auth_change where id = 1").Scan(&number); err != nil {
		return 0, fmt.Errorf("read change counter of rights: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.epoch == epoch {
		c.number, c.checked = number, time.Now()
	}
	return number, nil
}

// Count notes a change, which all replicas see after the transaction commits.
func (c *Changes) Count(ctx context.Context, tx *store.Tx) error {
	if _, err := tx.Exec(ctx, "update auth_change set number = number + 1 where id = 1"); err != nil {
		return fmt.Errorf("count change of rights: %w", err)
	}
	tx.AfterCommit(c.Heard)
	return tx.Notify(ctx, ChangesChannel, "")
}

// ChangesChannel is where processes tell each other that they counted a change.
const ChangesChannel = "wareloom_changes"

// Heard notes that there was a change, here or in another process.
func (c *Changes) Heard() {
	c.mu.Lock()
	c.checked, c.epoch = time.Time{}, c.epoch+1
	c.mu.Unlock()
	if c.Told != nil {
		c.Told()
	}
}

// maxKept is the most values that a Kept holds; then it begins anew.
const maxKept = 10_000

// Kept keeps values that hold until the next change. It is safe for use by many
// goroutines.
type Kept[K comparable, V any] struct {
	mu     sync.Mutex
	number int64 // of the changes under which the values were read
	values map[K]V
}

// Get finds what was kept since the change with this number.
func (k *Kept[K, V]) Get(number int64, key K) (value V, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if number == k.number {
		value, ok = k.values[key]
	}
	return value, ok
}

// Drop forgets a value.
func (k *Kept[K, V]) Drop(key K) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.values, key)
}

// Put keeps a value that was read after the counter had this number.
func (k *Kept[K, V]) Put(number int64, key K, value V) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if number < k.number {
		return
	}
	if number > k.number || len(k.values) >= maxKept || k.values == nil {
		k.number, k.values = number, map[K]V{}
	}
	k.values[key] = value
}
