package query

import "testing"

// TestColumnsOfOtherValuesAreRead: the same text with other arguments is another column.
func TestColumnsOfOtherValuesAreRead(t *testing.T) {
	t.Parallel()
	var s selection
	within := func(arg any) piece { return fixed("sum(CASE WHEN day = ? THEN qty END)", []any{arg}) }
	for i, p := range []piece{within(5), within(6), within("5"), placeholder(0), placeholder(1), raw("id")} {
		if at := s.add(p); at != i {
			t.Errorf("column %d of %v is read as column %d", i, p, at)
		}
	}
	if s.add(within(6)) != 1 || s.add(raw("id")) != 5 {
		t.Error("an equal column is read twice")
	}
}
