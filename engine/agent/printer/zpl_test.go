package printer

import (
	"errors"
	"strings"
	"testing"
)

// TestAStateIsReadAsZebraWritesIt holds the places of the numbers in what ~HS answers.
func TestAStateIsReadAsZebraWritesIt(t *testing.T) {
	t.Parallel()
	const calm, calm2 = "030,0,0,1245,000,0,0,0,000,0,0,0", "000,0,0,0,0,2,4,0,00000000,1,000"
	tests := []struct {
		name, first, second, condition string
		idle                           bool
	}{
		{"ready", calm, calm2, Ready, true},
		{"without paper", "030,1,0,1245,000,0,0,0,000,0,0,0", calm2, PaperOut, false},
		{"paused", "030,0,1,1245,000,0,0,0,000,0,0,0", calm2, Paused, false},
		{"with its head open", calm, "000,0,1,0,0,2,4,0,00000000,1,000", HeadOpen, false},
		{"without ribbon", calm, "000,0,0,1,0,2,4,0,00000000,1,000", RibbonOut, false},
		{"open, without paper and ribbon, paused", "030,1,1,1245,000,0,0,0,000,0,0,0", "000,0,1,1,0,2,4,0,00000000,1,000", HeadOpen, false},
		{"with labels in its buffer", "030,0,0,1245,002,0,0,0,000,0,0,0", calm2, Ready, false},
		{"in the midst of a label", "030,0,0,1245,000,0,0,1,000,0,0,0", calm2, Ready, false},
	}
	for _, tt := range tests {
		s, err := readStatus(strings.Split(tt.first, ","), strings.Split(tt.second, ","))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if s.condition() != tt.condition || s.idle() != tt.idle {
			t.Errorf("%s: %s, idle %t", tt.name, s.condition(), s.idle())
		}
	}
}

func TestAStateThatIsNoneIsGarbled(t *testing.T) {
	t.Parallel()
	enough := strings.Split("0,0,0,0,0,0,0,0", ",")
	for name, lines := range map[string][2][]string{
		"nothing": {}, "a short first line": {enough[:7], enough}, "a short second line": {enough, enough[:3]},
		"no number of labels": {strings.Split("0,0,0,0,many,0,0,0", ","), enough},
	} {
		if s, err := readStatus(lines[0], lines[1]); !errors.Is(err, errGarbled) {
			t.Errorf("%s: %+v (%v)", name, s, err)
		}
	}
}
