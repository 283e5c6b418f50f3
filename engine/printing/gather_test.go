package printing

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/printing/layout"
	"github.com/wareloom/wareloom/engine/printing/picture"
	"github.com/wareloom/wareloom/engine/store"
)

func decimalOf(n int64) decimal.Decimal { return decimal.NewFromInt(n) }

// gather reads what a print of orders is about.
func (d *desk) gather(rights *access.Rights, ids ...int64) (records []layout.Record, g *gathering, err error) {
	err = d.DB.Read(d.t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
		g = &gathering{Papers: d.Papers, tx: tx, rights: rights, template: d.Release.Prints["slip"], ask: Ask{IDs: ids, Language: "en"}, seen: map[string]map[string]any{}}
		records, err = g.records(ctx)
		return err
	})
	return records, g, err
}

// TestWhatIsReadIsWhatIsShown holds a print to the fields that its elements and
// expressions name, in words and as values.
func TestWhatIsReadIsWhatIsShown(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		records, _, err := d.gather(d.with(nil, printsOrders), d.first)
		if err != nil || len(records) != 1 {
			t.Fatalf("%v %v", records, err)
		}
		r := records[0]
		if r.ID != d.first || r.Label != "O-1" || r.Words["code"] != "O-1" || !strings.Contains(r.Words["customer_id"], "ACME") {
			t.Errorf("the order is %+v", r)
		}
		if r.Row["customer_id"] != d.customer {
			t.Errorf("its values are %v", r.Row)
		}
		var lines []string
		for _, line := range r.Lines {
			lines = append(lines, fmt.Sprint(line.Words["item_id"], " ", line.Row["qty"]))
		}
		if want := []string{"APPLE 2", "BOWL 1"}; !slices.Equal(lines, want) {
			t.Errorf("lines are %q, want %q by their numbers", lines, want)
		}
	})
}

// TestEachRecordHasItsOwnLines asks for one twice, and for one without lines.
func TestEachRecordHasItsOwnLines(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		third := d.order("O-3", "", d.apple)
		records, _, err := d.gather(d.with(nil, printsOrders), third, d.first, d.second, third)
		if err != nil {
			t.Fatal(err)
		}
		var counts []int
		for _, r := range records {
			counts = append(counts, len(r.Lines))
		}
		if !slices.Equal(counts, []int{1, 2, 0, 1}) {
			t.Errorf("so many lines have the records: %v", counts)
		}
	})
}

// TestAHiddenFieldIsNotPrinted hides a field that the template shows, and one that an
// expression of it reads.
func TestAHiddenFieldIsNotPrinted(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		rules := map[string]accesstest.Rule{"order": {Hide: []string{"note", "department_id"}}}
		paper, err := d.render(d.with(rules, printsOrders), Ask{Template: "slip", IDs: []int64{d.second}, Format: FormatSVG, Language: "en"})
		if err != nil {
			t.Fatal(err)
		}
		if words := says(string(paper.Content)); slices.Contains(words, "two") || paper.Pages != 1 {
			t.Errorf("printed are %d pages of %q", paper.Pages, words)
		}
	})
}

// TestWhatMayNotBeReadBehindAReferenceIsNothing holds expressions to the rights of who
// prints: a customer that he may not see has no name for him.
func TestWhatMayNotBeReadBehindAReferenceIsNothing(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		paper, err := d.render(d.with(nil, blind), Ask{Template: "slip", IDs: []int64{d.first}, Format: FormatSVG, Language: "en"})
		if err != nil {
			t.Fatal(err)
		}
		if words := says(string(paper.Content)); slices.Contains(words, "Acme Ltd") {
			t.Errorf("printed is %q", words)
		}
	})
}

// TestARecordIsLookedUpOnce holds that a print of many lines asks for what they refer to
// once.
func TestARecordIsLookedUpOnce(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		err := d.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error {
			g := &gathering{Papers: d.Papers, tx: tx, rights: d.with(nil, printsOrders), seen: map[string]map[string]any{}}
			first, err := g.resolve(ctx, "customer", d.customer)
			if err != nil {
				return err
			}
			first["name"] = "marked"
			again, err := g.resolve(ctx, "customer", d.customer)
			if again["name"] != "marked" {
				t.Errorf("asked again it is %v", again)
			}
			if gone, err := g.resolve(ctx, "customer", 999); gone != nil || err != nil {
				t.Errorf("one that there is not: %v %v", gone, err)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// TestAPictureOfAFieldIsRead holds what becomes of files: none, one that is no picture,
// and one that breaks off.
func TestAPictureOfAFieldIsRead(t *testing.T) {
	t.Parallel()
	broken := errors.New("the disk is gone")
	for name, tt := range map[string]struct {
		file io.Reader
		err  error
		want func(error) bool
	}{
		"no file":        {nil, fault.New(fault.NotFound, "file.unknown"), func(err error) bool { return fault.CodeOf(err) == fault.NotFound }},
		"no picture":     {strings.NewReader("text"), nil, func(err error) bool { return errors.Is(err, picture.ErrNone) }},
		"one that fails": {io.MultiReader(strings.NewReader("x"), failing{broken}), nil, func(err error) bool { return errors.Is(err, broken) }},
	} {
		g := &gathering{Papers: &Papers{File: func(context.Context, *store.Tx, string) (io.ReadCloser, error) {
			if tt.err != nil {
				return nil, tt.err
			}
			return io.NopCloser(tt.file), nil
		}}}
		if made, err := g.picture(t.Context(), "key"); !tt.want(err) || made != nil {
			t.Errorf("%s: %v %v", name, made, err)
		}
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// TestExpressionsTellWhichFieldsTheyRead holds the fields that are read for expressions to
// those under the names that are asked for, each once.
func TestExpressionsTellWhichFieldsTheyRead(t *testing.T) {
	t.Parallel()
	release := accesstest.Joined(t, papers)
	g := &gathering{template: release.Prints["slip"]}
	for _, tt := range []struct {
		name string
		got  []string
		want []string
	}{
		{"fields shown", g.paths(false), []string{"code", "customer_id", "note"}},
		{"fields of lines shown", g.paths(true), []string{"item_id"}},
		{"fields read of the record", g.refs("row"), []string{"note", "customer_id", "department_id"}},
		{"fields read of lines", g.refs("line", "group", "lines"), []string{"qty"}},
		{"fields under no name", g.refs(), nil},
		{"of no expression", fieldsOf(nil, "row"), nil},
		{"names twice", unique([]string{"b", "a", "b", "a"}), []string{"b", "a"}},
	} {
		slices.Sort(tt.got)
		slices.Sort(tt.want)
		if !slices.Equal(tt.got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, tt.got, tt.want)
		}
	}
}
