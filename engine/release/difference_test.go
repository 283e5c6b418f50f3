package release_test

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/meta/shape"
	"github.com/wareloom/wareloom/engine/release"
)

// TestWhatAnOverlaySaysMoreAndNoMoreIsToldOpByOp compares two overlays of one object.
func TestWhatAnOverlaySaysMoreAndNoMoreIsToldOpByOp(t *testing.T) {
	t.Parallel()
	shapes, err := shape.Read(os.DirFS(schemas))
	if err != nil {
		t.Fatal(err)
	}
	const name = "shelf.table.overlay.json"
	over := func(ops string) release.Folder {
		return release.Folder{name: []byte(`{"kind": "overlay", "of": "table", "key": "shelf", "title": {"zh": "架", "en": "Shelf", "es": "Estante"}, "ops": [` + ops + `]}`)}
	}
	const kept, gone, added = `{"op": "set", "at": "fields/code/max_length", "value": 9}`, `{"op": "hide", "at": "fields/code/help"}`,
		`{"op": "set", "at": "fields/code/title", "value": {"zh": "号", "en": "No.", "es": "N.º"}}`
	for _, tt := range []struct {
		name          string
		before, after release.Folder
		want          []string
	}{
		{"the first", release.Folder{}, over(kept), []string{"set fields/code/max_length 9 "}},
		{"another one", over(kept + "," + gone), over(kept + "," + added), []string{
			`set fields/code/title {"zh": "号", "en": "No.", "es": "N.º"} `, "undo fields/code/help  ",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			changes, err := release.Differences(shapes, tt.before, tt.after)
			if err != nil || len(changes) != 1 || changes[0].What != "changed" {
				t.Fatalf("%+v (%v)", changes, err)
			}
			var got []string
			for _, op := range changes[0].Ops {
				got = append(got, fmt.Sprintf("%s %s %s %s", op.Op, op.At, op.Value, op.After))
			}
			if !slices.Equal(got, tt.want) || len(changes[0].Words) != len(got) {
				t.Errorf("told are %q in the words %q, not %q", got, changes[0].Words, tt.want)
			}
		})
	}
}
