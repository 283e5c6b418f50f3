package reader

import (
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// longest is what the fields of a card hold, in characters.
var longest = map[string]int{Name: 60, IDNo: 32, Address: 200}

// NoEnd is the end of a card that never expires.
const NoEnd = "-"

// tidy brings a text into the form in which a field keeps it; false for one that the field
// of a card never has.
func tidy(key, text string) (string, bool) {
	if !utf8.ValidString(text) {
		return "", false
	}
	text = clean(text)
	switch key {
	case ValidFrom:
		return day(text)
	case ValidTo:
		if strings.Contains(text, "长期") || strings.Contains(text, "長期") {
			return NoEnd, true
		}
		return day(text)
	case IDNo:
		text = strings.ToUpper(strings.ReplaceAll(text, " ", ""))
		return text, numberForm.MatchString(text)
	}
	n := utf8.RuneCountInString(text)
	return text, n > 0 && n <= longest[key] && !strings.ContainsAny(text, "<>{}")
}

var numberForm = regexp.MustCompile(`^[0-9A-Z-]{5,32}$`)

// clean takes out what no card shows, and leaves one blank where there were several.
func clean(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return ' '
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

// dayForms are the ways in which services write a day.
var dayForms = []string{time.DateOnly, "2006.01.02", "20060102", "2006/01/02", "2006年01月02日"}

func day(text string) (string, bool) {
	for _, form := range dayForms {
		if at, err := time.Parse(form, text); err == nil && at.Year() > 1900 && at.Year() < 2200 {
			return at.Format(time.DateOnly), true
		}
	}
	return "", false
}

// residentForm is a number of a resident of China: region, birthday, order, check digit.
var residentForm = regexp.MustCompile(`^[1-9][0-9]{16}[0-9X]$`)

var (
	residentWeights = []int{7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2}
	residentDigits  = "10X98765432"
)

// Resident reports whether a text has the form of a Chinese resident's number, and whether
// its check digit and its birthday are right.
func Resident(text string, today time.Time) (form, right bool) {
	if !residentForm.MatchString(text) {
		return false, false
	}
	born, err := time.Parse("20060102", text[6:14])
	return true, CheckDigit(text[:17]) == text[17:] && err == nil && !born.After(today) && born.Year() > 1850
}

// CheckDigit is the last digit of a resident's number, by the 17 before it.
func CheckDigit(digits string) string {
	sum := 0
	for i, weight := range residentWeights {
		sum += int(digits[i]-'0') * weight
	}
	return residentDigits[sum%11 : sum%11+1]
}
