package plugin_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
)

type cents struct{}

func (cents) Digits() int32 { return 2 }

func TestAFigureIsWhatItsColumnKeeps(t *testing.T) {
	t.Parallel()
	f := plugin.Fix[cents](decimal.RequireFromString("12.349"))
	if f != 1234 || f.Text() != "12.34" || f.Floor() != 12 || f.Ceil() != 13 || f.Float() != 12.34 {
		t.Errorf("12.349 is %d, %s, floor %d, ceil %d, %v", f, f.Text(), f.Floor(), f.Ceil(), f.Float())
	}
	if whole := plugin.Whole[cents](7); whole != 700 || whole.Ceil() != 7 {
		t.Errorf("7 whole ones are %d, at least %d", whole, whole.Ceil())
	}
	if below := plugin.Fix[cents](decimal.RequireFromString("-0.5")); below != -50 || below.Floor() != -1 || below.Ceil() != 0 {
		t.Errorf("-0.5 is %d, floor %d, ceil %d", below, below.Floor(), below.Ceil())
	}
	// What a station remembers and what a statement is given are what the column keeps.
	if text, err := json.Marshal(f); string(text) != "1234" || err != nil || fmt.Sprint(f) != "1234" {
		t.Errorf("remembered as %s, printed as %v, %v", text, f, err)
	}
}
