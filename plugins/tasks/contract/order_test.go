package contract

import (
	"database/sql"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

func at(x, y int64) spot { return spot{Placed: true, X: contract.Metre(x), Y: contract.Metre(y)} }

// TestOrder: meant for him, urgent, near, as they were; his areas hold but for what is
// meant for him.
func TestOrder(t *testing.T) {
	t.Parallel()
	in := func(area int64) sql.NullInt64 { return sql.NullInt64{Int64: area, Valid: true} }
	tasks := []Task{
		{ID: 1, AreaID: in(1), spot: at(9000, 0)},
		{ID: 2, AreaID: in(1), spot: at(1000, 2000)},
		{ID: 3, AreaID: in(2), Priority: 9, spot: at(0, 0)},
		{ID: 4, AreaID: in(1), Priority: 5, spot: at(50000, 0)},
		{ID: 5, AreaID: in(2), Mine: true, spot: at(50000, 0)},
		{ID: 6, AreaID: in(1), spot: at(2000, 1000)},
	}
	tests := []struct {
		name string
		who  Person
		want []int64
	}{
		{name: "one who stands somewhere", who: Person{at: at(0, 0)}, want: []int64{5, 3, 4, 2, 6, 1}},
		{name: "one of whom nothing is known", who: Person{}, want: []int64{5, 3, 4, 1, 2, 6}},
		{name: "one with an area", who: Person{at: at(9000, 0), areas: []int64{1}}, want: []int64{5, 4, 1, 6, 2}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got []int64
			for _, task := range tt.who.Order(tasks) {
				got = append(got, task.ID)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("order = %v, want %v", got, tt.want)
			}
		})
	}
}
