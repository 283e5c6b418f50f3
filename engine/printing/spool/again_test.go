package spool

import (
	"bytes"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/catalog"
)

// publish puts a template in force whose text lies elsewhere.
func (b *bench) publish() {
	b.t.Helper()
	was := b.World.Release
	moved := strings.Replace(benches, `"type": "text", "x": 0`, `"type": "text", "x": 12`, 1)
	if moved == benches {
		b.t.Fatal("the template stayed")
	}
	b.past = map[int64]*catalog.Release{was.Number: was}
	b.World.Release = accesstest.Joined(b.t, moved).WithNumber(was.Number + 1)
}

// content hands a label over and gives what is printed, without its key.
func (b *bench) content(seq int64, holding ...string) (key, content string) {
	b.t.Helper()
	c := call(seq, 1, holding...)
	if err := b.begin(c); err != nil {
		b.t.Fatal(err)
	}
	handed, err := b.Hand(b.t.Context(), robot, c)
	if err != nil || len(handed) != 1 {
		b.t.Fatalf("handed are %d labels (%v)", len(handed), err)
	}
	return handed[0].Label, string(bytes.ReplaceAll(handed[0].Content, []byte("^FX "+handed[0].Label+"^FS"), nil))
}

// TestAReprintLooksAsItsReleaseDid publishes another template between a print and the
// next: labels that wait and a reprint come out as before, what is printed first and what
// is asked for as it is now do not.
func TestAReprintLooksAsItsReleaseDid(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		b.printer("P1", 0, 0)
		b.must(b.print(b.person(7, printsItems), Order{Template: "tag", IDs: b.items[:1], Printer: "P1", Copies: 2}))
		one, before := b.content(1)
		b.publish()
		rights := b.person(7, printsItems)
		two, waited := b.content(2, one)
		b.must(b.print(rights, Order{Template: "tag", IDs: b.items[:1], Printer: "P1", Reason: "torn"}))
		three, again := b.content(3, one, two)
		b.must(b.print(rights, Order{Template: "tag", IDs: b.items[:1], Printer: "P1", Reason: "moved", Present: true}))
		_, present := b.content(4, one, two, three)
		if waited != before || again != before {
			t.Errorf("the label that waited, or the reprint, is another:\n%s\n%s\n%s", before, waited, again)
		}
		if present == before {
			t.Error("the present template prints as the one before")
		}
		if got := b.told("select cast(release_no as text) from print_job order by id"); got != "0, 0, 1" {
			t.Errorf("the log tells of releases %s", got)
		}
	})
}

// TestThePreviewOfAReprintIsWhatComesOut draws, for the browser, what was printed before,
// with one that is new, and under a draft.
func TestThePreviewOfAReprintIsWhatComesOut(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		old := b.person(7, printsItems)
		b.must(b.print(old, Order{Template: "tag", IDs: b.items[:2]}))
		b.publish()
		rights := b.person(7, printsItems)
		b.must(b.print(rights, Order{Template: "tag", IDs: b.items[2:]}))
		for name, tt := range map[string]struct {
			ids  []int64
			want *catalog.Release
		}{
			"printed before": {[]int64{b.items[1], b.items[0], b.items[1]}, old.Release()},
			"printed since":  {b.items[2:], rights.Release()},
			"some of each":   {b.items, rights.Release()},
		} {
			again, err := b.Again(t.Context(), rights, "tag", tt.ids)
			if err != nil || again.Release() != tt.want {
				t.Errorf("%s: not drawn by its release (%v)", name, err)
			}
		}
		if again, err := b.Again(t.Context(), old, "tag", b.items[2:]); err != nil || again != old {
			t.Errorf("a draft is not drawn as it is (%v)", err)
		}
	})
}

// TestReleaseOf holds prints to one look where they had one.
func TestReleaseOf(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		before  []Printed
		records int
		want    int64
	}{
		"nothing":         {nil, 2, 9},
		"all at once":     {[]Printed{{Release: 3}, {Release: 3}}, 2, 3},
		"one is new":      {[]Printed{{Release: 3}, {Release: 3}}, 3, 9},
		"of two releases": {[]Printed{{Release: 3}, {Release: 4}}, 2, 9},
		"nothing at all":  {nil, 0, 9},
	} {
		if got := ReleaseOf(tt.before, tt.records, 9); got != tt.want {
			t.Errorf("%s: release %d, want %d", name, got, tt.want)
		}
	}
}
