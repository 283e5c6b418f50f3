package httpapi

import (
	"bytes"
	"errors"
	"fmt"
	"mime/multipart"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

func TestJSONThatNestsTooDeepIsNotRead(t *testing.T) {
	t.Parallel()
	deep := func(n int) string { return strings.Repeat(`{"a":[`, n/2) + strings.Repeat(`]}`, n/2) }
	tests := map[string]bool{
		"": true, deep(32): true, deep(34): false, strings.Repeat("[", 32): true, strings.Repeat("[", 33): false,
		`"` + strings.Repeat("[", 40) + `"`: true,
		`"\"` + strings.Repeat("[", 40):     true,  // the text goes on
		`"\\"` + strings.Repeat("[", 40):    false, // it has ended
		strings.Repeat(`[]`, 40):            true,
		strings.Repeat(`{"[":"{"},`, 40):    true,
	}
	for body, good := range tests {
		if err := checkDepth([]byte(body)); (err == nil) != good || err != nil && !fault.IsKey(err, "request.too_deep") {
			t.Errorf("%.60s: %v", body, err)
		}
	}
}

func TestAPathNamesWhatIsInTheJSON(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{"filter": "filter", "Request.filter": "filter", "A.B.rows.id": "rows.id", "rows.ID": "rows.ID", "Request": "", "": ""} {
		if got := memberOf(path); got != want {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}

// TestAFormHasRoomForItsFields together, and takes the first of a name.
func TestAFormHasRoomForItsFields(t *testing.T) {
	t.Parallel()
	part := func(name, text string) *multipart.Part {
		body := fmt.Sprintf("--b\r\nContent-Disposition: form-data; name=%q\r\n\r\n%s\r\n--b--\r\n", name, text)
		found, err := multipart.NewReader(bytes.NewReader([]byte(body)), "b").NextPart()
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	f := &form{fields: map[string]string{}}
	room, err := f.receiveField(part("a", "12345"), 10)
	if err != nil || room != 5 || f.fields["a"] != "12345" {
		t.Errorf("the first: %q, room for %d (%v)", f.fields["a"], room, err)
	}
	if room, err = f.receiveField(part("a", "6789a"), room); err != nil || room != 0 || f.fields["a"] != "12345" {
		t.Errorf("another of its name: %q, room for %d (%v)", f.fields["a"], room, err)
	}
	if _, err = f.receiveField(part("b", "x"), room); fault.CodeOf(err) != fault.TooLarge {
		t.Errorf("one more: %v", err)
	}
	cut, err := multipart.NewReader(strings.NewReader("--b\r\nContent-Disposition: form-data; name=\"c\"\r\n\r\ncut"), "b").NextPart()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.receiveField(cut, 10); err != nil || fault.CodeOf(f.wrong) != fault.Malformed {
		t.Errorf("a form that is cut off is told later: %v, %v", err, f.wrong)
	}
}

// TestABodyThatBreaksIsNoWrongForm is told apart by what stopped it.
func TestABodyThatBreaksIsNoWrongForm(t *testing.T) {
	t.Parallel()
	for err, want := range map[error]bool{
		&http.MaxBytesError{Limit: 5}:                      true,
		&net.OpError{Op: "read", Err: errors.New("reset")}: true,
		fault.New(fault.TooMany, "request.room"):           true,
		errors.New("multipart: expected a new Part"):       false,
	} {
		if got := isBroken(fmt.Errorf("read: %w", err)); got != want {
			t.Errorf("%v: %v", err, got)
		}
	}
	for limit, want := range map[int64]string{64 << 10: "request.too_large_unsigned 64", 1 << 20: "request.too_large 1", 33 << 20: "request.too_large 33"} {
		if f, ok := fault.As(tooLarge(limit)); !ok || fmt.Sprint(f.Key, " ", f.Params["max"]) != want {
			t.Errorf("a limit of %d: %v", limit, f)
		}
	}
}

func TestWhatTheRouterRefuses(t *testing.T) {
	t.Parallel()
	for code, want := range map[int]fault.Code{
		404: fault.NotFound, 405: fault.NotFound, 413: fault.TooLarge, 415: fault.Unsupported, 503: fault.Unavailable, 400: fault.Malformed, 418: fault.Malformed,
	} {
		if got := ofEcho(echo.NewHTTPError(code)); got.Code != want {
			t.Errorf("%d: %v, want %d", code, got, want)
		}
	}
	for code, want := range map[fault.Code]int{fault.Denied: 200, fault.Conflict: 200, fault.Invalid: 200, fault.NotFound: 404, fault.Stale: 406, fault.TooMany: 429, fault.Unauthenticated: 401} {
		if got := httpStatus(code); got != want {
			t.Errorf("code %d travels under %d, want %d", code, got, want)
		}
	}
}

// TestARefusalTellsItsFields of what is invalid alone, each by its rule or its key.
func TestARefusalTellsItsFields(t *testing.T) {
	t.Parallel()
	release, err := catalog.Compile(meta.NewModel(), nil)
	if err != nil {
		t.Fatal(err)
	}
	texts := NewTexts(catalog.New(release))
	one := fault.New(fault.Invalid, "a.key").On("a")
	both := fault.Join([]*fault.Fault{one, fault.New(fault.Invalid, "b.key").On("b").Breaking("min")})
	all, _ := fault.As(both)
	all = all.With(map[string]any{"retry": 5})
	codes := func(f *fault.Fault) string {
		data, _ := texts.refusalData(f, "en").(map[string]any)
		list, _ := data["errors"].([]fieldError)
		text := fmt.Sprint(data["retry"])
		for _, e := range list {
			text += " " + e.Path + ":" + e.Code
		}
		return text
	}
	for want, f := range map[string]*fault.Fault{
		"<nil> a:a.key":   one,
		"5 a:a.key b:min": all,
		"<nil>":           fault.New(fault.Denied, "c").On("c"),
		"7":               fault.New(fault.Invalid, "d").With(map[string]any{"retry": 7}),
	} {
		if got := codes(f); got != want {
			t.Errorf("%v: %q, want %q", f, got, want)
		}
	}
}
