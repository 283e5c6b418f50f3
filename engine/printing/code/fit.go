package code

import (
	"strings"

	"github.com/wareloom/wareloom/engine/fault"
)

// longest bounds what a code may say, before any encoder works on it.
const longest = 2000 // bytes

func anyText(text string) (content, human string, err error) {
	if len(text) > longest {
		return "", "", fault.New(fault.Invalid, "code.too_long", "text", text[:40])
	}
	return text, "", nil
}

// printable takes what a key types: scanners hand controls on to programs.
func printable(text string) (content, human string, err error) {
	for _, r := range text {
		if r < ' ' || r > '~' {
			return "", "", fault.New(fault.Invalid, "code.bad_character", "text", text, "character", string(r))
		}
	}
	if len(text) > longest {
		return "", "", fault.New(fault.Invalid, "code.too_long", "text", text[:40])
	}
	return text, text, nil
}

const alphabet39 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%"

func letters39(text string) (content, human string, err error) {
	for _, r := range text {
		if !strings.ContainsRune(alphabet39, r) {
			return "", "", fault.New(fault.Invalid, "code.bad_character", "text", text, "character", string(r))
		}
	}
	return printable(text)
}

// digits takes a number of so many digits whose last one is its check digit.
func digits(n int) func(string) (content, human string, err error) {
	return func(text string) (content, human string, err error) {
		if len(text) != n {
			return "", "", fault.New(fault.Invalid, "code.bad_length", "text", text, "length", n)
		}
		if !isNumber(text) {
			return "", "", fault.New(fault.Invalid, "code.bad_character", "text", text, "character", text)
		}
		if CheckDigit(text[:n-1]) != text[n-1] {
			return "", "", fault.New(fault.Invalid, "code.bad_check", "text", text)
		}
		return text, text, nil
	}
}

func isNumber(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// CheckDigit is the digit that GS1 numbers end with: weights 3 and 1 from the right.
func CheckDigit(number string) byte {
	sum := 0
	for i := range len(number) {
		weight := 1
		if (len(number)-i)%2 == 1 {
			weight = 3
		}
		sum += weight * int(number[i]-'0')
	}
	return byte('0' + (10-sum%10)%10)
}
