package catalog

import (
	"testing"

	"github.com/wareloom/wareloom/engine/meta"
)

func TestFigureShowsCentsOfMoney(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		kind         string
		scale        int
		digits, want string
	}{
		{meta.TypeMoney, 2, "127.2", "127.20"},
		{meta.TypeMoney, 4, "127", "127.00"},
		{meta.TypeMoney, 4, "0.1275", "0.1275"},
		{meta.TypeMoney, 0, "500", "500"},
		{meta.TypeDecimal, 3, "1.5", "1.5"},
		{meta.TypeInteger, 0, "7", "7"},
	} {
		f := &Field{kind: fieldTypes[tt.kind], Scale: tt.scale}
		if got := f.Figure(tt.digits); got != tt.want {
			t.Errorf("%s of scale %d: %s is read as %s, want %s", tt.kind, tt.scale, tt.digits, got, tt.want)
		}
	}
}
