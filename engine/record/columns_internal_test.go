package record

import (
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/store"
)

// TestColumnsAreSaidOnceWhereRecordsAgree: in all of them; what cannot be compared is listed,
// and nothing is not the same as an empty text.
func TestColumnsAreSaidOnceWhereRecordsAgree(t *testing.T) {
	t.Parallel()
	b := columnwise([]any{
		int64(1), "A", nil, nil, []byte("x"), true,
		int64(2), "A", nil, "", []byte("x"), true,
		int64(3), "A", nil, nil, []byte("x"), true,
	}, 6)
	if b.shape != "*==**=" {
		t.Errorf("the shape is %s", b.shape)
	}
	if !slices.Equal(b.alike, []any{"A", nil, true}) || len(b.lists) != 3 || !slices.Equal(b.lists[0].(store.List), store.List{int64(1), int64(2), int64(3)}) {
		t.Errorf("alike are %v, listed %v", b.alike, b.lists)
	}
	want := "SELECT u.column1, CAST(? AS text) AS column2, u.column3 FROM unnest(CAST(? AS bigint[]), CAST(? AS boolean[])) AS u (column1, column3)"
	if got := source("*=*", []string{"bigint", "text", "boolean"}); got != want {
		t.Errorf("the source is %s", got)
	}
}
