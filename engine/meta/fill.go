package meta

import "regexp"

// placeholder is an argument in a text, as {rows}, or words that go by a number, as
// {rows, row|rows}: the form for one, then the form for every other number.
var placeholder = regexp.MustCompile(`\{([a-z_][A-Za-z0-9_]*)(?:, ([^{}|]*)\|([^{}|]*))?\}`)

// Fill puts arguments into a text. One that is not given stays visible.
func Fill(text string, value func(name string) (string, bool)) string {
	return placeholder.ReplaceAllStringFunc(text, func(found string) string {
		parts := placeholder.FindStringSubmatch(found)
		given, known := value(parts[1])
		switch {
		case !known:
			return found
		case parts[2] == "" && parts[3] == "":
			return given
		case given == "1":
			return parts[2]
		}
		return parts[3]
	})
}
