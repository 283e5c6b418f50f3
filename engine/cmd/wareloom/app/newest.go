package app

import (
	"context"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/home"
	"github.com/wareloom/wareloom/engine/public"
	"github.com/wareloom/wareloom/engine/store"
)

// newestOf is what public pages say, as home pages show it.
func newestOf(pages *public.Pages) home.Public {
	return func(ctx context.Context, tx *store.Tx, release *catalog.Release, key, language string, most int) ([]home.Item, string, error) {
		page := release.Pages[key]
		rows, err := pages.Newest(ctx, tx, release, page, language, most)
		items := make([]home.Item, len(rows))
		for i, row := range rows {
			items[i] = home.Item{Heading: row.Heading, Lead: row.Lead, Address: row.Address}
			if len(row.Facts) > 0 {
				items[i].Fact = row.Facts[0].Text
			}
		}
		return items, page.Fixed, err
	}
}
