package fault

import (
	"errors"
	"fmt"
	"net/http"
)

// Code says what kind of failure a Fault is. Its value is the status code of
// the answer's envelope.
type Code int

// The codes of the HTTP contract. Denied, Conflict and Invalid are business
// refusals: they travel in an envelope under HTTP 200, so that a refused button
// never ends a session.
const (
	Malformed       Code = http.StatusBadRequest
	Unauthenticated Code = http.StatusUnauthorized
	Forbidden       Code = http.StatusForbidden
	NotFound        Code = http.StatusNotFound
	Stale           Code = http.StatusNotAcceptable
	Conflict        Code = http.StatusConflict
	TooLarge        Code = http.StatusRequestEntityTooLarge
	Unsupported     Code = http.StatusUnsupportedMediaType
	Invalid         Code = http.StatusUnprocessableEntity
	Denied          Code = http.StatusLocked
	TooMany         Code = http.StatusTooManyRequests
	Internal        Code = http.StatusInternalServerError
	Unavailable     Code = http.StatusServiceUnavailable
)

// Params are the named arguments of a fault's message.
type Params map[string]any

// Fault is an expected failure: a code, the key of a translated message with
// its arguments, and where it happened.
type Fault struct {
	Code   Code
	Key    string   // i18n key of the message
	Params Params   // arguments of the message
	Path   string   // field the fault is on, as in "lines[2].qty"; "" for the whole request
	Rule   string   // short machine code of the broken rule; Key when empty
	Errors []*Fault // the single faults of a validation
	Data   any      // extra data for the answer
	cause  error
}

// New makes a fault. The pairs are names and values of the message's arguments;
// a trailing name without value is ignored.
func New(code Code, key string, pairs ...any) *Fault {
	f := &Fault{Code: code, Key: key}
	for i := 0; i+1 < len(pairs); i += 2 {
		if f.Params == nil {
			f.Params = Params{}
		}
		f.Params[fmt.Sprint(pairs[i])] = pairs[i+1]
	}
	return f
}

// Join makes one Invalid fault of several; nil when there are none.
func Join(faults []*Fault) error {
	if len(faults) == 0 {
		return nil
	}
	return &Fault{Code: Invalid, Key: "record.invalid", Params: Params{"count": len(faults)}, Errors: faults}
}

// On names the field that the fault is on.
func (f *Fault) On(path string) *Fault {
	f.Path = path
	return f
}

// Breaking names the broken rule for machines, as "required" or "min".
func (f *Fault) Breaking(rule string) *Fault {
	f.Rule = rule
	return f
}

// Because keeps the error that led to the fault, for the log only.
func (f *Fault) Because(err error) *Fault {
	f.cause = err
	return f
}

// With adds data for the answer.
func (f *Fault) With(data any) *Fault {
	f.Data = data
	return f
}

// Error tells the fault to a developer; people read the translated message.
func (f *Fault) Error() string {
	text := fmt.Sprintf("%s (%d)", f.Key, f.Code)
	if f.Path != "" {
		text += " on " + f.Path
	}
	if len(f.Params) > 0 {
		text += fmt.Sprintf(" %v", map[string]any(f.Params))
	}
	for _, e := range f.Errors {
		text += "; " + e.Error()
	}
	if f.cause != nil {
		text += ": " + f.cause.Error()
	}
	return text
}

// Unwrap gives the cause.
func (f *Fault) Unwrap() error { return f.cause }

// As finds the fault in an error's chain.
func As(err error) (*Fault, bool) { return errors.AsType[*Fault](err) }

// CodeOf gives the code of an error: 0 for nil, Internal for an error that is
// no fault.
func CodeOf(err error) Code {
	if err == nil {
		return 0
	}
	if f, ok := As(err); ok {
		return f.Code
	}
	return Internal
}

// IsKey reports whether the error is a fault with this message key.
func IsKey(err error, key string) bool {
	f, ok := As(err)
	return ok && f.Key == key
}
