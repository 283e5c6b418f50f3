package scale

import "github.com/shopspring/decimal"

// Units and states of USB scales (HID usage page 0x8D).
var (
	hidUnits  = map[byte]string{2: "g", 3: "kg", 11: "oz", 12: "lb"}
	hidStates = map[byte]string{1: Broken, 2: Stable, 3: Moving, 4: Stable, 5: Under, 6: Over, 7: Broken, 8: Broken}
)

// hidReport names the report of a weight; some systems strip it.
const hidReport = 3

// readHID reads a report: its id, state, unit, a power of ten with its sign, and the
// figure, the low byte first.
func readHID(frame []byte) (Reading, error) {
	if len(frame) == 6 && frame[0] == hidReport {
		frame = frame[1:]
	}
	if len(frame) != 5 {
		return Reading{}, errFrame
	}
	condition, unit := hidStates[frame[0]], hidUnits[frame[1]]
	if condition == "" || unit == "" {
		return Reading{}, errFrame
	}
	figure := decimal.New(int64(frame[3])|int64(frame[4])<<8, int32(int8(frame[2])))
	if condition == Under {
		figure = figure.Neg()
	}
	return Reading{Condition: condition, Weight: figure, Unit: unit}, nil
}
