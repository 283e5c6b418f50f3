package printing

import (
	"context"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/store"
)

// preferred lists the templates of items in the order for somebody.
func (d *desk) preferred(t *testing.T, rights *access.Rights, ids []int64) (keys []string) {
	t.Helper()
	err := d.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		sorted, err := d.Preferred(ctx, tx, rights, d.Release.PrintsOf("item"), ids)
		keys = nil
		for _, template := range sorted {
			keys = append(keys, template.Key)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// TestWhatIsMeantForARecordComesFirst holds the order of templates to what they say of the
// first record; the others keep theirs.
func TestWhatIsMeantForARecordComesFirst(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		all := d.Release.PrintsOf("item")
		may := d.with(nil, printsItems)
		hidden := d.with(map[string]accesstest.Rule{"item": {Hide: []string{"kind"}}}, printsItems)
		usual, fragile := []string{"tag", "tag_fragile", "tag_plain"}, []string{"tag_fragile", "tag", "tag_plain"}
		for _, tt := range []struct {
			name string
			ids  []int64
			want []string
		}{
			{"a plain one", []int64{d.apple}, usual},
			{"a fragile one", []int64{d.bowl}, fragile},
			{"a fragile one first", []int64{d.bowl, d.apple}, fragile},
			{"none", nil, usual},
			{"one that is gone", []int64{999}, usual},
		} {
			if got := d.preferred(t, may, tt.ids); !slices.Equal(got, tt.want) {
				t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
			}
		}
		if got := d.preferred(t, hidden, []int64{d.bowl}); !slices.Equal(got, usual) {
			t.Errorf("who does not read the kind: %v", got)
		}
		if got := d.preferred(t, d.with(nil, looks), []int64{d.bowl}); !slices.Equal(got, usual) {
			t.Errorf("who may not print them: %v", got)
		}
		if all[0].Key != "tag" {
			t.Error("the list of the release was sorted itself")
		}
	})
}
