package idcards

import (
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/idcards/reader"
)

// sane refuses a value that no card has, by the key of the reason; "" for one that may be.
func sane(key, text string, today time.Time) string {
	if key != reader.IDNo {
		return ""
	}
	if form, right := reader.Resident(text, today); form && !right {
		return "idcards.bad_number"
	}
	return ""
}

// doubtsOf is what speaks against a value, as a field of the format told keeps it; nil for
// nothing.
func doubtsOf(key, text string, c plugin.Row, today time.Time) (any, error) {
	var doubts []fault.Told
	if bad := sane(key, text, today); bad != "" {
		doubts = append(doubts, fault.Tell(bad))
	}
	if key == reader.ValidTo && text != reader.NoEnd && text < today.Format(time.DateOnly) {
		doubts = append(doubts, fault.Tell("idcards.expired"))
	}
	if now := plugin.Text(c, key); (key == reader.Name || key == reader.IDNo) && now != "" && now != text {
		doubts = append(doubts, fault.Tell("idcards.differs"))
	}
	if len(doubts) == 0 {
		return nil, nil
	}
	return fault.Keep(doubts...)
}
