package catalog_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/catalog"
)

// rowOf is what a table of the shop holds under an id: item 7 is customer 70's.
func rowOf(table *catalog.Table, id int64) map[string]any {
	if table.Key == "item" {
		return map[string]any{"id": id, "customer_id": id * 10}
	}
	return map[string]any{"id": id, "name": fmt.Sprint("n", id)}
}

// reader gives rows, but for ids of 900 and more, and notes what it is asked.
func reader(asked *[]string) func(context.Context, *catalog.Table, []int64) (map[int64]map[string]any, error) {
	return func(_ context.Context, table *catalog.Table, ids []int64) (map[int64]map[string]any, error) {
		*asked = append(*asked, fmt.Sprint(table.Key, ids))
		found := map[int64]map[string]any{}
		for _, id := range ids {
			if id < 900 {
				found[id] = rowOf(table, id)
			}
		}
		return found, nil
	}
}

func TestWhatLinesReferToIsReadTogether(t *testing.T) {
	release := compile(t, shop())
	lines := []map[string]any{{"item_id": int64(3)}, {"item_id": int64(1)}, {"item_id": nil}, {}, {"item_id": int64(901)}, {"item_id": int64(3)}}
	sight := func(yield func(*catalog.Table, map[string]any) bool) {
		for _, line := range lines {
			if !yield(release.Tables["order_line"], line) {
				return
			}
		}
	}
	var asked []string
	f := catalog.NewFollower(release, sight, reader(&asked))
	for _, id := range []int64{1, 3, 901, 3} {
		item, err := f.Follow(t.Context(), "item", id)
		if err != nil || (item == nil) != (id == 901) {
			t.Errorf("item %d is %v, %v", id, item, err)
		}
		if item == nil {
			continue
		}
		customer, err := f.Follow(t.Context(), "customer", item["customer_id"].(int64))
		if err != nil || customer["name"] != fmt.Sprint("n", id*10) {
			t.Errorf("the customer of item %d is %v, %v", id, customer, err)
		}
	}
	if want := []string{"item[1 3 901]", "customer[10 30]"}; !slices.Equal(asked, want) {
		t.Errorf("asked %v, want %v", asked, want)
	}
}

// What comes into sight one by one is read one by one; what came together, together, when
// the next walk is due.
func TestAWalkOfAllInSightIsNotMadeForEach(t *testing.T) {
	release := compile(t, shop())
	var lines []map[string]any
	walks := 0
	sight := func(yield func(*catalog.Table, map[string]any) bool) {
		walks++
		for _, line := range lines {
			if !yield(release.Tables["order_line"], line) {
				return
			}
		}
	}
	var asked []string
	f := catalog.NewFollower(release, sight, reader(&asked))
	for id := range int64(100) {
		lines = append(lines, map[string]any{"item_id": id + 1})
		if row, err := f.Follow(t.Context(), "item", id+1); err != nil || row["id"] != id+1 {
			t.Fatalf("item %d is %v, %v", id+1, row, err)
		}
	}
	if walks != 7 || len(asked) != 100 {
		t.Errorf("%d walks and %d questions for 100 records that came one by one, want 7 and 100", walks, len(asked))
	}
	for id := int64(101); id <= 300; id++ {
		lines = append(lines, map[string]any{"item_id": id})
	}
	for id := int64(101); id <= 300; id++ {
		if _, err := f.Follow(t.Context(), "item", id); err != nil {
			t.Fatal(err)
		}
	}
	if walks != 8 || len(asked) != 128 {
		t.Errorf("%d walks and %d questions after 200 more came together, want 8 and 128", walks, len(asked))
	}
}

func TestWhatCannotBeFollowed(t *testing.T) {
	release := compile(t, shop())
	broken := errors.New("broken")
	f := catalog.NewFollower(release, nil, func(context.Context, *catalog.Table, []int64) (map[int64]map[string]any, error) { return nil, broken })
	if _, err := f.Follow(t.Context(), "item", 1); !errors.Is(err, broken) {
		t.Errorf("a failed question gives %v", err)
	}
	if _, err := f.Follow(t.Context(), "nowhere", 1); err == nil {
		t.Error("a table that is not there is followed to")
	}
	var asked []string
	f = catalog.NewFollower(release, nil, reader(&asked))
	for range 2 {
		if row, err := f.Follow(t.Context(), "customer", 900); row != nil || err != nil {
			t.Errorf("a record that is not there is %v, %v", row, err)
		}
	}
	if len(asked) != 1 {
		t.Errorf("asked %v for one record that is not there", asked)
	}
}
