package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/labstack/echo/v4"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/release"
	"github.com/wareloom/wareloom/engine/store"
)

// maxDepth bounds arrays and objects in JSON.
const maxDepth = 32

// request is a call on its way through a handler. It never leaves the handler's
// goroutine.
type request struct {
	echo.Context
	api      *API
	route    *route
	ctx      context.Context  // the request's own, with actor and call
	release  *catalog.Release // that the whole answer is of
	texts    *Texts           // of the release
	trial    *release.Trial   // that the call looks at instead of the release in force; nil is the rule
	session  auth.Session     // the zero Session where nobody signed in
	signer   auth.Session     // the same as it signs, also while it looks as a role
	rights   *access.Rights
	table    *catalog.Table // of a route about one table
	language string         // of the answer
	own      string         // language that the user chose for himself; "" for none
	body     []byte
	form     *form         // of a route that takes one
	sum      *auth.BodySum // of the body as it came
	last     []func()      // what the call does at its end, whatever came of it
}

// actor is who calls; the zero Actor where nobody signed in.
func (q *request) actor() auth.Actor { return q.session.Actor }

// signedIn reports whether there is a session.
func (q *request) signedIn() bool { return q.session.ID != 0 }

func (q *request) header(name string) string { return q.Request().Header.Get(name) }

// bind decodes the JSON body; an empty one leaves the value as it is. Numbers in
// values without a type stay exact.
func (q *request) bind(into any) error {
	if len(bytes.TrimSpace(q.body)) == 0 {
		return nil
	}
	if !strings.HasPrefix(q.header(echo.HeaderContentType), echo.MIMEApplicationJSON) {
		return fault.New(fault.Unsupported, "request.media_type")
	}
	if err := checkDepth(q.body); err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(q.body))
	decoder.UseNumber()
	err := decoder.Decode(into)
	var wrongType *json.UnmarshalTypeError
	if errors.As(err, &wrongType) {
		field := memberOf(wrongType.Field)
		bad := fault.New(fault.Invalid, "request.wrong_type", "field", field).On(field).Breaking("type")
		return fault.Join([]*fault.Fault{bad})
	}
	if f, ok := fault.As(err); ok {
		return f
	}
	if err != nil || decoder.More() {
		return fault.New(fault.Malformed, "msg.bad_json").Because(err)
	}
	return nil
}

// memberOf leaves out of a path the embedded Go types, which JSON does not show.
func memberOf(path string) string {
	for path != "" && unicode.IsUpper(rune(path[0])) {
		_, path, _ = strings.Cut(path, ".")
	}
	return path
}

// checkDepth refuses JSON that nests too deep, before anything recursive reads it.
func checkDepth(body []byte) error {
	depth, inText, escaped := 0, false, false
	for _, b := range body {
		switch {
		case escaped:
			escaped = false
		case inText:
			escaped, inText = b == '\\', b != '"'
		case b == '"':
			inText = true
		case b == '{' || b == '[':
			depth++
		case b == '}' || b == ']':
			depth--
		}
		if depth > maxDepth {
			return fault.New(fault.Malformed, "request.too_deep", "max", maxDepth)
		}
	}
	return nil
}

// read runs fn in a read transaction.
func (q *request) read(fn store.Func) error { return q.api.DB.Read(q.ctx, fn) }

// write runs fn in the call's one write transaction and gives its result; a call
// that ran before gives its first result again and fn does not run.
func (q *request) write(fn func(ctx context.Context, tx *store.Tx) (any, error)) (any, error) {
	var answer json.RawMessage
	err := q.api.DB.Write(q.ctx, func(ctx context.Context, tx *store.Tx) (err error) {
		answer, err = auth.Once(ctx, tx, "", func() ([]byte, error) {
			result, err := fn(ctx, tx)
			if err != nil {
				return nil, err
			}
			return encode(result)
		})
		return err
	})
	return answer, err
}

// encode is how answers become JSON, those that are kept as well.
func encode(v any) ([]byte, error) {
	if raw, ok := v.(json.RawMessage); ok {
		return raw, nil
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return nil, fmt.Errorf("encode answer: %w", err)
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}
