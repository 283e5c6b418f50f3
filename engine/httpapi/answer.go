package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/trail"
)

// envelope is what every JSON answer looks like.
type envelope struct {
	Result     bool   `json:"result"`
	Msg        string `json:"msg"`
	Data       any    `json:"data"`
	StatusCode int    `json:"statusCode"`
}

// fieldError is one refused value of a 422.
type fieldError struct {
	Path    string `json:"path"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

// httpStatus is the status of a fault on the wire: business refusals travel under
// 200, because a client signs people out on some of the others.
func httpStatus(code fault.Code) int {
	switch code {
	case fault.Denied, fault.Conflict, fault.Invalid:
		return http.StatusOK
	default:
		return int(code)
	}
}

// red marks a refusal for clients that look for the colour.
func red(message string) string { return `<font color="red">` + message + `</font>` }

// refusal words a fault as an envelope.
func (t *Texts) refusal(f *fault.Fault, language string) envelope {
	return envelope{Msg: red(t.wordFault(f, language)), Data: t.refusalData(f, language), StatusCode: int(f.Code)}
}

// Fault words a fault for a person.
func (t *Texts) Fault(f *fault.Fault, language string) string { return t.wordFault(f, language) }

// wordFault words a fault; a validation of one field is told by that field's fault.
// Of several, a text may list the first ones.
func (t *Texts) wordFault(f *fault.Fault, language string) string {
	if len(f.Errors) == 1 {
		f = f.Errors[0]
	}
	if len(f.Errors) == 0 {
		return t.Word(language, f.Key, f.Params)
	}
	params := maps.Clone(f.Params)
	words := make([]string, 0, mostListed)
	for _, one := range f.Errors[:min(mostListed, len(f.Errors))] {
		words = append(words, t.Word(language, one.Key, one.Params))
	}
	params["list"] = safe(strings.Join(words, "; "))
	return t.Word(language, f.Key, params)
}

// mostListed bounds the faults that one sentence lists.
const mostListed = 5

// refusalData is the fault's own data, and the faults by field of a validation.
func (t *Texts) refusalData(f *fault.Fault, language string) any {
	faults := f.Errors
	if len(faults) == 0 && f.Path != "" {
		faults = []*fault.Fault{f}
	}
	if f.Code != fault.Invalid || len(faults) == 0 {
		return f.Data
	}
	list := make([]fieldError, len(faults))
	for i, one := range faults {
		list[i] = fieldError{Path: one.Path, Code: one.Rule, Message: t.wordFault(one, language)}
		if one.Rule == "" {
			list[i].Code = one.Key
		}
	}
	data := map[string]any{}
	if own, ok := f.Data.(map[string]any); ok {
		maps.Copy(data, own)
	}
	data["errors"] = list
	return data
}

// asFault makes a fault of any error. What is no fault keeps its words for the
// log and shows people only the number under which it stands there.
func (a *API) asFault(c echo.Context, err error) *fault.Fault {
	if f, ok := fault.As(err); ok && f.Code != fault.Internal {
		return f
	}
	var wrong *echo.HTTPError
	if errors.As(err, &wrong) {
		return ofEcho(wrong)
	}
	if errors.Is(err, context.Canceled) && c.Request().Context().Err() != nil {
		return fault.New(fault.Unavailable, "request.timeout").Because(err) // the client went: nobody reads this
	}
	id := auth.NewID()
	a.log.Error("request failed", slog.String("error_id", id), slog.String("method", c.Request().Method),
		slog.String("path", c.Path()), slog.Any("error", err))
	failed := fault.New(fault.Internal, "msg.server_error", "message", id)
	a.Trail.Note(trail.Entry{
		Kind: trail.Failure, Address: c.RealIP(), Door: c.Request().URL.Path, Outcome: failed.Key, Params: asJSON(failed.Params), Detail: err.Error(),
	})
	return failed.With(map[string]any{"errorId": id})
}

// ofEcho words what the router refuses.
func ofEcho(wrong *echo.HTTPError) *fault.Fault {
	switch wrong.Code {
	case http.StatusNotFound, http.StatusMethodNotAllowed:
		return fault.New(fault.NotFound, "request.unknown_route")
	case http.StatusRequestEntityTooLarge:
		return fault.New(fault.TooLarge, "request.too_large")
	case http.StatusUnsupportedMediaType:
		return fault.New(fault.Unsupported, "request.media_type")
	case http.StatusServiceUnavailable:
		return fault.New(fault.Unavailable, "request.timeout")
	}
	return fault.New(fault.Malformed, "msg.bad_json").Because(wrong)
}

// refuse answers an error.
func (a *API) refuse(c echo.Context, texts *Texts, err error, language string) error {
	if c.Response().Committed {
		return nil // a stream broke; there is nobody to tell
	}
	f := a.asFault(c, err)
	if f.Code == fault.TooMany || f.Code == fault.Unavailable {
		if data, ok := f.Data.(map[string]any); ok && data["retryAfter"] != nil {
			c.Response().Header().Set(echo.HeaderRetryAfter, texts.wordValue(data["retryAfter"], language))
		}
	}
	return send(c, httpStatus(f.Code), texts.refusal(f, language))
}

// sendRaw writes the envelope of a success whose data is JSON already.
func sendRaw(c echo.Context, data []byte) error {
	const before, after = `{"result":true,"msg":"","data":`, `,"statusCode":200}`
	c.Response().Header().Set(echo.HeaderContentType, echo.MIMEApplicationJSON)
	c.Response().Header().Set(echo.HeaderContentLength, strconv.Itoa(len(before)+len(data)+len(after)))
	c.Response().WriteHeader(http.StatusOK)
	for _, part := range [][]byte{[]byte(before), data, []byte(after)} {
		if _, err := c.Response().Write(part); err != nil {
			return nil // the client went
		}
	}
	return nil
}

// send writes an envelope. HTML characters stay readable: the answer is JSON and
// says so.
func send(c echo.Context, status int, e envelope) error {
	c.Response().Header().Set(echo.HeaderContentType, echo.MIMEApplicationJSON)
	c.Response().WriteHeader(status)
	encoder := json.NewEncoder(c.Response())
	encoder.SetEscapeHTML(false)
	return encoder.Encode(e)
}
