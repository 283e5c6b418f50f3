package scale

import (
	"bytes"

	"github.com/shopspring/decimal"
)

// readToledo reads the continuous form of Mettler Toledo, which many others speak: STX,
// three status bytes, six digits, six of the tare. The digit 5 of the status bytes is 1 in
// one manual and 0 in another, so that it says nothing; the eighth is parity.
func readToledo(frame []byte) (Reading, error) {
	at := bytes.LastIndexByte(frame, 0x02)
	if at < 0 {
		at = bytes.LastIndexByte(frame, 0x82) // with parity
	}
	if at < 0 || len(frame) < at+10 {
		return Reading{}, errFrame
	}
	plain := make([]byte, len(frame)-at-1)
	for i := range plain {
		plain[i] = frame[at+1+i] & 0x7f
	}
	a, b, digits := plain[0], plain[1], plain[3:]
	weight, err := toledoDigits(digits[:6], a)
	if err != nil {
		return Reading{}, err
	}
	r := Reading{Condition: toledoCondition(b), Weight: weight, Unit: "lb", Net: b&1 != 0}
	if b&(1<<4) != 0 {
		r.Unit = "kg"
	}
	if b&(1<<1) != 0 {
		r.Weight = r.Weight.Neg()
	}
	if len(digits) >= 12 {
		if r.Tare, err = toledoDigits(digits[6:12], a); err != nil {
			return Reading{}, err
		}
	}
	return r, nil
}

func toledoCondition(b byte) string {
	switch {
	case b&(1<<2) != 0 && b&(1<<1) != 0:
		return Under
	case b&(1<<2) != 0:
		return Over
	case b&(1<<3) != 0:
		return Moving
	}
	return Stable
}

// toledoDigits sets the point where three bits of a status byte say: 2 is none, 3 is one
// digit behind it, and so on; less are zeros at the end.
func toledoDigits(digits []byte, a byte) (decimal.Decimal, error) {
	text := bytes.TrimLeft(digits, " ")
	number, err := decimal.NewFromString(string(text))
	if err != nil {
		return number, errFrame
	}
	return number.Shift(2 - int32(a&7)), nil
}
