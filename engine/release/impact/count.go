package impact

import (
	"context"
	"fmt"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// counter counts rows until its time is over, each condition once.
type counter struct {
	db    *store.DB
	until time.Time
	known map[string]Count
}

// rows counts the rows of a table for which a condition holds.
func (c *counter) rows(ctx context.Context, table *catalog.Table, p access.Predicate) Count {
	if p.Never() {
		return Count{Of: Records, Known: true}
	}
	return c.count(ctx, Records, "select count(*) from "+table.From()+" as "+access.Alias+" where "+p.SQL(), p.Args()...)
}

// count runs a statement that counts. One that comes to no end in time, or needs a
// column that is not built yet, gives no number.
func (c *counter) count(ctx context.Context, of, text string, args ...any) Count {
	key := fmt.Sprintln(append([]any{text}, args...)...)
	if known, ok := c.known[key]; ok {
		return known
	}
	ctx, done := context.WithDeadline(ctx, c.until)
	defer done()
	made := Count{Of: of}
	err := c.db.Read(ctx, func(ctx context.Context, tx *store.Tx) error { return tx.Get(ctx, &made.N, text, args...) })
	made.Known = err == nil
	c.known[key] = made
	return made
}
