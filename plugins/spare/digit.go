package spare

import (
	"strconv"
	"strings"
)

// Rules by which the last digit of a number proves the others, the values of the
// dropdown check_rule.
const (
	noDigit = "none"
	luhn    = "luhn" // sum of the digits, each second one doubled, to a full ten
	mod7    = "mod7" // rest of the others by seven
	s10     = "s10"  // of the postal union: weights to eleven
)

// parts are a number's letters before its digits, the digits, and letters behind.
type parts struct{ prefix, digits, suffix string }

// split finds the last run of digits in a number; ok is false without one.
func split(no string) (p parts, ok bool) {
	const digits = "0123456789"
	end := strings.LastIndexAny(no, digits) + 1
	start := len(strings.TrimRight(no[:end], digits))
	return parts{no[:start], no[start:end], no[end:]}, end > start
}

// checkDigit is the digit that proves a body of digits by a rule; "" where the rule has
// none.
func checkDigit(rule, body string) string {
	sum := 0
	switch rule {
	case luhn:
		for i := range len(body) {
			d := int(body[len(body)-1-i] - '0')
			if i%2 == 0 {
				d = d*2/10 + d*2%10
			}
			sum += d
		}
		return strconv.Itoa((10 - sum%10) % 10)
	case mod7:
		for _, r := range body {
			sum = (sum*10 + int(r-'0')) % 7
		}
		return strconv.Itoa(sum)
	case s10:
		weights := []int{8, 6, 4, 2, 3, 5, 9, 7}
		for i, r := range body {
			sum += int(r-'0') * weights[i%len(weights)]
		}
		digit := 11 - sum%11
		switch digit {
		case 10:
			digit = 0
		case 11:
			digit = 5
		}
		return strconv.Itoa(digit)
	}
	return ""
}

// proven reports whether a number fits a rule.
func proven(rule, no string) bool {
	if rule == noDigit || rule == "" {
		return true
	}
	p, ok := split(no)
	if !ok || len(p.digits) < 2 {
		return false
	}
	body := p.digits[:len(p.digits)-1]
	return checkDigit(rule, body) == p.digits[len(body):]
}

// between lists the numbers behind one up to and with another; nil when they are no
// range, or one of more than most.
func between(rule, from, to string, most int) []string {
	a, okA := split(from)
	b, okB := split(to)
	if !okA || !okB || a.prefix != b.prefix || a.suffix != b.suffix || len(a.digits) != len(b.digits) {
		return nil
	}
	tail := len(checkDigit(rule, "0"))
	width := len(a.digits) - tail
	first, badA := strconv.ParseInt(a.digits[:width], 10, 64)
	last, badB := strconv.ParseInt(b.digits[:width], 10, 64)
	if badA != nil || badB != nil || last <= first || last-first > int64(most) {
		return nil
	}
	list := make([]string, 0, last-first)
	for n := first + 1; n <= last; n++ {
		body := strconv.FormatInt(n, 10)
		body = strings.Repeat("0", width-len(body)) + body
		list = append(list, a.prefix+body+checkDigit(rule, body)+a.suffix)
	}
	return list
}
