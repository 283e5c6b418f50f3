package scale

import (
	"strings"

	"github.com/shopspring/decimal"
)

// figure reads a number with its sign and the unit behind it.
func figure(text, unit string) (Reading, error) {
	text = strings.ReplaceAll(text, " ", "")
	number, err := decimal.NewFromString(strings.TrimPrefix(text, "+"))
	unit = strings.ToLower(strings.TrimSpace(unit))
	if _, known := kilos[unit]; err != nil || !known {
		return Reading{}, errFrame
	}
	return Reading{Condition: Stable, Weight: number, Unit: unit}, nil
}

// split cuts a number off the letters of the unit behind it.
func split(text string) (number, unit string) {
	text = strings.TrimSpace(text)
	at := strings.IndexFunc(text, func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' })
	if at < 0 {
		return text, ""
	}
	return text[:at], text[at:]
}

// readSICS reads MT-SICS: S S 1.250 kg stands still, S D moves, S I cannot be done now,
// S + and S - are out of range.
func readSICS(frame []byte) (Reading, error) {
	words := strings.Fields(string(frame))
	if len(words) < 2 || words[0] != "S" {
		return Reading{}, errFrame
	}
	if condition, plain := map[string]string{"I": Moving, "+": Over, "-": Under}[words[1]]; plain {
		return Reading{Condition: condition, Unit: "kg"}, nil
	}
	if len(words) < 4 || words[1] != "S" && words[1] != "D" {
		return Reading{}, errFrame
	}
	r, err := figure(words[2], words[3])
	if words[1] == "D" {
		r.Condition = Moving
	}
	return r, err
}

// readAandD reads the form of A&D, as ST,+00123.45 kg. Between the state and the figure
// others put GS or NT, and the judgement HI, OK or LO. A figure behind OL looks like a
// weight and is none.
func readAandD(frame []byte) (Reading, error) {
	fields := strings.Split(strings.TrimSpace(string(frame)), ",")
	if len(fields) < 2 {
		return Reading{}, errFrame
	}
	condition := map[string]string{"ST": Stable, "US": Moving, "OL": Over, "UL": Under}[fields[0]]
	if condition == "" { // QT counts pieces
		return Reading{}, errFrame
	}
	if condition == Over || condition == Under {
		return Reading{Condition: condition, Unit: "kg"}, nil
	}
	r, err := figure(split(fields[len(fields)-1]))
	r.Condition = condition
	for _, field := range fields[1:] {
		r.Net = r.Net || field == "NT"
	}
	return r, err
}

// readCAS reads the 22 bytes of CAS: ST,GS,id,lamps,8 characters,blank,unit. Lamps may be
// any byte, a comma too, so that fields are told by their places.
func readCAS(frame []byte) (Reading, error) {
	if len(frame) < 20 || frame[2] != ',' || frame[5] != ',' {
		return Reading{}, errFrame
	}
	condition := map[string]string{"ST": Stable, "US": Moving, "OL": Over}[string(frame[:2])]
	if condition == "" {
		return Reading{}, errFrame
	}
	if condition == Over {
		return Reading{Condition: Over, Unit: "kg"}, nil
	}
	r, err := figure(string(frame[9:17]), string(frame[18:20]))
	r.Condition, r.Net = condition, string(frame[3:5]) == "NT"
	return r, err
}

// readDini reads what Dini Argeo answers to READ: ST,GS,     1.250,kg. Never PID: that
// writes the legal memory.
func readDini(frame []byte) (Reading, error) {
	fields := strings.Split(strings.TrimSpace(string(frame)), ",")
	if strings.HasPrefix(fields[0], "ERR") {
		return Reading{Condition: Broken, Unit: "kg"}, nil
	}
	if len(fields) < 4 {
		return Reading{}, errFrame
	}
	condition := map[string]string{"ST": Stable, "US": Moving, "OL": Over, "UL": Under}[fields[0]]
	if condition == "" {
		return Reading{}, errFrame
	}
	r, err := figure(fields[len(fields)-2], fields[len(fields)-1])
	if condition == Over || condition == Under {
		return Reading{Condition: condition, Unit: "kg"}, nil
	}
	r.Condition, r.Net = condition, fields[1] == "NT"
	return r, err
}
