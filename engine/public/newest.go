package public

import (
	"context"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// Newest gives at most so many records of the first block of a page that lists some, as
// the page shows them; none where there is no such block.
func (p *Pages) Newest(ctx context.Context, tx *store.Tx, release *catalog.Release, page *catalog.Page, language string, most int) ([]Row, error) {
	at := page.Meta.Rows()
	if at < 0 {
		return nil, nil
	}
	m := p.making(ctx, tx, release, Visit{Page: page, Language: language})
	block := &Block{}
	err := m.rows(ctx, &page.Blocks[at], most, block)
	return block.Rows, err
}
