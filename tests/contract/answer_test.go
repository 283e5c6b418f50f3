package contract

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

const red = `<font color="red">`

// ok wants a plain success.
func (a answer) ok() answer {
	a.t.Helper()
	a.wantEnvelope(200, 200)
	if a.body["result"] != true {
		a.t.Fatalf("%s: refused: %.1000s", a.what, a.text)
	}
	return a
}

// refused wants a refusal under an HTTP status and a statusCode.
func (a answer) refused(status, code int) answer {
	a.t.Helper()
	a.wantEnvelope(status, code)
	message, _ := a.body["msg"].(string)
	if a.body["result"] != false || !strings.HasPrefix(message, red) || !strings.HasSuffix(message, "</font>") {
		a.t.Errorf("%s: refusal without the red mark: %.500s", a.what, a.text)
	}
	return a
}

// business wants a refusal that travels under HTTP 200.
func (a answer) business(code int) answer {
	a.t.Helper()
	return a.refused(200, code)
}

// invalid wants a 422 that names a path.
func (a answer) invalid(path string) answer {
	a.t.Helper()
	a.business(422)
	for _, one := range a.list("data.errors") {
		e := one.(map[string]any)
		if e["path"] == path && e["code"] != "" && e["message"] != "" {
			return a
		}
	}
	a.t.Errorf("%s: data.errors names no %q: %.500s", a.what, path, a.text)
	return a
}

// wantEnvelope wants the four members, and both statuses.
func (a answer) wantEnvelope(status, code int) {
	a.t.Helper()
	if a.status != status || fmt.Sprint(a.body["statusCode"]) != strconv.Itoa(code) {
		a.t.Fatalf("%s: HTTP %d, want %d with statusCode %d: %.800s", a.what, a.status, status, code, a.text)
	}
	for _, member := range []string{"result", "msg", "data", "statusCode"} {
		if _, has := a.body[member]; !has {
			a.t.Errorf("%s: the envelope has no %s: %.300s", a.what, member, a.text)
		}
	}
	if len(a.body) != 4 {
		a.t.Errorf("%s: the envelope has other members: %.300s", a.what, a.text)
	}
}

// says wants a text in the message.
func (a answer) says(text string) answer {
	a.t.Helper()
	if message, _ := a.body["msg"].(string); !strings.Contains(message, text) {
		a.t.Errorf("%s: msg = %q, want %q", a.what, message, text)
	}
	return a
}

// at gives the value under a path of members and indices; nil where there is none.
func (a answer) at(path string) any { return at(a.body, path) }

func at(value any, path string) any {
	for name := range strings.SplitSeq(path, ".") {
		switch v := value.(type) {
		case map[string]any:
			value = v[name]
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i >= len(v) {
				return nil
			}
			value = v[i]
		default:
			return nil
		}
	}
	return value
}

// str gives a text that must be there.
func (a answer) str(path string) string {
	a.t.Helper()
	text, ok := a.at(path).(string)
	if !ok || text == "" {
		a.t.Fatalf("%s: no text at %s: %.800s", a.what, path, a.text)
	}
	return text
}

// num gives an integer that must be there.
func (a answer) num(path string) int {
	a.t.Helper()
	number, ok := a.at(path).(json.Number)
	if !ok {
		a.t.Fatalf("%s: no number at %s: %.800s", a.what, path, a.text)
	}
	n, err := strconv.Atoi(number.String())
	if err != nil {
		a.t.Fatalf("%s: %s = %s, no integer", a.what, path, number)
	}
	return n
}

// list gives a list that must be there.
func (a answer) list(path string) []any {
	a.t.Helper()
	list, ok := a.at(path).([]any)
	if !ok {
		a.t.Fatalf("%s: no list at %s: %.800s", a.what, path, a.text)
	}
	return list
}

// has wants values at paths; a value is compared as it is written in JSON.
func (a answer) has(want map[string]any) answer {
	a.t.Helper()
	for path, value := range want {
		if got := a.at(path); show(got) != show(value) {
			a.t.Errorf("%s: %s = %s, want %s: %.600s", a.what, path, show(got), show(value), a.text)
		}
	}
	return a
}

func show(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(text)
}

// column gives a member of each element of a list.
func column(list []any, member string) []string {
	values := make([]string, len(list))
	for i, one := range list {
		values[i] = strings.Trim(show(at(one, member)), `"`)
	}
	return values
}

// members wants all of these, at least, in an object.
func (a answer) members(path string, want ...string) answer {
	a.t.Helper()
	object, ok := a.at(path).(map[string]any)
	if !ok {
		a.t.Fatalf("%s: no object at %s: %.600s", a.what, path, a.text)
	}
	for _, member := range want {
		if _, has := object[member]; !has {
			a.t.Errorf("%s: %s has no %s: %.600s", a.what, path, member, a.text)
		}
	}
	return a
}
