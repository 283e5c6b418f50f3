package inventory

import (
	"database/sql"
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

func digest(row ...any) int64 { return (&digester{}).of(row) }

// TestADigestIsThatOfWhatIsReadBack: written and read, a row is the same.
func TestADigestIsThatOfWhatIsReadBack(t *testing.T) {
	t.Parallel()
	var d digester
	d.begin()
	for _, text := range []sql.RawBytes{sql.RawBytes("7"), sql.RawBytes("-3000"), nil, sql.RawBytes("上架"), sql.RawBytes(""), nil} { // the last is what a posting leaves empty
		d.read(text)
	}
	if want := digest(int64(7), contract.Pieces(-3), nil, "上架", ""); d.sum() != want {
		t.Errorf("read back, the digest is %d, was %d", d.sum(), want)
	}
	if digest(7) != digest(int64(7)) {
		t.Error("the width of a number changes the digest")
	}
}

// TestAnythingElseHasAnotherDigest: another value, another place, and nothing in the place of
// an empty text.
func TestAnythingElseHasAnotherDigest(t *testing.T) {
	t.Parallel()
	rows := map[string][]any{
		"a row": {int64(1), "A", nil}, "another number": {int64(2), "A", nil}, "another text": {int64(1), "B", nil}, "an empty text": {int64(1), "A", ""},
		"a zero": {int64(1), "A", int64(0)}, "in another place": {int64(1), nil, "A"}, "run together": {int64(1), "A1", nil}, "less than nothing": {int64(-1), "A", nil},
	}
	seen := map[int64]string{}
	for name, row := range rows {
		sum := digest(row...)
		if other, twice := seen[sum]; twice {
			t.Errorf("%s and %s have one digest", name, other)
		}
		seen[sum] = name
	}
}

// TestEveryColumnOfTheLedgerIsInItsDigest: one that is added is counted in legWidth.
func TestEveryColumnOfTheLedgerIsInItsDigest(t *testing.T) {
	t.Parallel()
	columns := strings.Split(legColumns, ",")
	if len(columns) != legWidth || len(strings.Split(unwrittenColumns, ",")) != unwritten {
		t.Errorf("%d columns and %d, want %d and %d", len(columns), len(strings.Split(unwrittenColumns, ",")), legWidth, unwritten)
	}
	for i := range columns {
		columns[i] = strings.TrimSpace(columns[i])
	}
	if made := strings.Join(columns[madeStart:madeEnd], ", "); made != madeColumns {
		t.Errorf("%s stand where %s should", made, madeColumns)
	}
	if slices.Sort(columns); len(slices.Compact(columns)) != legWidth {
		t.Errorf("a column is named twice: %v", columns)
	}
}
