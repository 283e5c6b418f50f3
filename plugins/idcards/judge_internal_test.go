package idcards

import (
	"slices"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/idcards/reader"
)

// today is a day of the tests, and right a number that proves itself.
var today = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

const right = "11010519491231002X"

// keysOf are the keys of what a field keeps as told.
func keysOf(t *testing.T, kept any) (keys []string) {
	t.Helper()
	if kept == nil {
		return nil
	}
	text, _ := kept.(string)
	told, ok := fault.Kept(text)
	if !ok {
		t.Fatalf("%v is not told", kept)
	}
	for _, one := range told {
		keys = append(keys, one.Key)
	}
	return keys
}

// TestWhatWasReadIsDoubted: a number that proves itself wrong, a card that is over, and what
// differs from what is known; what a person may weigh is not refused.
func TestWhatWasReadIsDoubted(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, key, text string
		known           any
		want            []string
	}{
		{"a number that is right", reader.IDNo, right, nil, nil},
		{"the number that is known", reader.IDNo, right, right, nil},
		{"another number", reader.IDNo, right, "110101199003070038", []string{"idcards.differs"}},
		{"a wrong check digit", reader.IDNo, "110105194912310020", nil, []string{"idcards.bad_number"}},
		{"a wrong check digit, and another number", reader.IDNo, "110105194912310020", right, []string{"idcards.bad_number", "idcards.differs"}},
		{"a passport", reader.IDNo, "G12345678", nil, nil},
		{"another name", reader.Name, "王伟", "王芳", []string{"idcards.differs"}},
		{"a name where none is known", reader.Name, "王伟", "", nil},
		{"another address is no doubt", reader.Address, "上海", "杭州", nil},
		{"a card that ended yesterday", reader.ValidTo, "2026-02-28", nil, []string{"idcards.expired"}},
		{"a card that ends today", reader.ValidTo, "2026-03-01", nil, nil},
		{"a card that never ends", reader.ValidTo, reader.NoEnd, nil, nil},
		{"a card that began long ago", reader.ValidFrom, "1990-01-01", nil, nil},
	} {
		kept, err := doubtsOf(tt.key, tt.text, plugin.Row{tt.key: tt.known}, today)
		if got := keysOf(t, kept); err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, %v; want %v", tt.name, got, err, tt.want)
		}
	}
}

// TestOnlyANumberThatIsNoneIsRefused when a person takes over what was read.
func TestOnlyANumberThatIsNoneIsRefused(t *testing.T) {
	t.Parallel()
	for _, tt := range [][3]string{
		{reader.IDNo, right, ""},
		{reader.IDNo, "IDMEX1234567", ""},
		{reader.IDNo, "110105194912310020", "idcards.bad_number"},
		{reader.IDNo, "11010520491231002X", "idcards.bad_number"}, // not born yet
		{reader.ValidTo, "1990-01-01", ""},
		{reader.Name, "110105194912310020", ""},
	} {
		if got := sane(tt[0], tt[1], today); got != tt[2] {
			t.Errorf("%s %s is refused by %q, want %q", tt[0], tt[1], got, tt[2])
		}
	}
}
