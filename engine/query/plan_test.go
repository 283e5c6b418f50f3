package query_test

import (
	"context"
	"testing"

	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/store"
)

// TestAConditionOfMetadataNarrows holds for rows for code, lists and figures alike, with
// what the actor is.
func TestAConditionOfMetadataNarrows(t *testing.T) {
	t.Parallel()
	inShop(t, func(t *testing.T, c *counter) {
		client := c.Rights(accesstest.Client(7, c.acme, c.Role("client", grant{Menus: []int{95}})))
		program, err := expression.Compile("row.active == true and row.customer_id == user.customer_id", c.Release.RowEnv(c.Table("thing")), expression.Bool)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			page, err := c.decode(c.q.List(t.Context(), client, "thing", query.Request{Condition: program, Choices: []query.Choice{{Text: "t0.no = ? or 1 = 0", Args: []any{"CUP"}}}, Total: query.ExactTotal}))
			if err != nil || column(page, "no") != "CUP" || page["total"] != 1.0 {
				t.Errorf("list: %v (%v)", page, err)
			}
			figures, err := c.decode(c.q.Aggregate(t.Context(), client, "thing", query.Aggregation{Condition: program, Measures: []query.Measure{{Fn: query.Count, As: "n"}}}))
			if err != nil || column(figures, "n") != "1" {
				t.Errorf("figures: %v (%v)", figures, err)
			}
		}
		err = c.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			rows, err := c.q.Rows(ctx, tx, client, "thing", query.Where{Condition: program, Fields: []string{"no"}})
			if len(rows) != 1 || rows[0]["no"] != "CUP" || rows[0]["id"] != c.cup {
				t.Errorf("rows for code: %v", rows)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
