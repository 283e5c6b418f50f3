package httpapi

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/files"
)

// Limits of a request's body, in bytes.
const (
	maxAnonymous = 64 << 10
	maxJSON      = 1 << 20
	maxForm      = 33 << 20 // one file and its fields
	maxFields    = 4 << 20  // of a form, beside its file
)

// How long a body may take: a short one as a whole, a file from one piece to the next.
const (
	bodyTime    = 30 * time.Second
	refusalTime = 5 * time.Second // for the rest of a body that nobody wants
)

// limit is how long the body may be, for who was found to send it.
func (q *request) limit() int64 {
	if !q.signedIn() {
		return maxAnonymous
	}
	return q.most()
}

// most is how long the body of such a call may be, whoever sends it.
func (q *request) most() int64 {
	if q.takesForm() {
		return maxForm
	}
	return maxJSON
}

// checkLength refuses a body that says itself that it is too long.
func (q *request) checkLength() error {
	if most := q.most(); q.Request().ContentLength > most {
		return tooLarge(most)
	}
	return nil
}

// takesForm reports whether the body is a form with a file, and may be one.
func (q *request) takesForm() bool { return q.route.upload && q.isForm() }

// isForm reports whether the body is a form with a file.
func (q *request) isForm() bool {
	return strings.HasPrefix(q.header(echo.HeaderContentType), echo.MIMEMultipartForm)
}

// receive takes the body in: a form's file onto the disk, everything else into
// memory. The body of a call that is refused already is only summed, so that its
// signature is used up.
func (q *request) receive(refused bool) error {
	limit := q.limit()
	if q.Request().ContentLength > limit {
		q.leaveUnread()
		return tooLarge(limit)
	}
	q.sum = auth.NewBodySum(q.header(headerVersion) != "2" && q.header(headerSignature) != "")
	control := http.NewResponseController(q.Response())
	arriving := &arriving{
		from: http.MaxBytesReader(q.Response(), q.Request().Body, limit), control: control, patient: q.takesForm(),
		room: q.room(), user: q.actor().UserID, address: q.RealIP(), free: refused,
	}
	q.last = append(q.last, func() { arriving.room.leave(arriving.user, arriving.address, arriving.counted) })
	arriving.until(time.Now().Add(bodyTime))
	body := io.TeeReader(arriving, q.sum)
	var err error
	switch {
	case refused:
	case q.takesForm():
		q.form, err = q.receiveForm(body)
	default:
		q.body, err = io.ReadAll(body)
		q.Request().Body = io.NopCloser(bytes.NewReader(q.body))
	}
	if err == nil {
		_, err = io.Copy(io.Discard, body)
	}
	arriving.until(time.Time{})
	return q.wordBroken(err, limit)
}

func tooLarge(limit int64) error {
	if limit < 1<<20 {
		return fault.New(fault.TooLarge, "request.too_large_unsigned", "max", limit>>10)
	}
	return fault.New(fault.TooLarge, "request.too_large", "max", limit>>20)
}

// wordBroken words why a body did not arrive.
func (q *request) wordBroken(err error, limit int64) error {
	var large *http.MaxBytesError
	var wire net.Error
	switch _, worded := fault.As(err); {
	case err == nil:
		return nil
	case worded:
		q.leaveUnread()
		return err
	case errors.As(err, &large):
		return tooLarge(limit)
	case errors.As(err, &wire) && wire.Timeout():
		q.Response().Header().Set(echo.HeaderConnection, "close")
		return fault.New(fault.Unavailable, "request.too_slow").Because(err)
	}
	return fault.New(fault.Malformed, "msg.bad_json").Because(err)
}

// leaveUnread ends the connection of a long body that nobody will read; of a short
// one the rest is waited for a moment, so that the answer arrives.
func (q *request) leaveUnread() {
	if n := q.Request().ContentLength; n < 0 || n > maxAnonymous {
		q.Response().Header().Set(echo.HeaderConnection, "close")
		return
	}
	_ = http.NewResponseController(q.Response()).SetReadDeadline(time.Now().Add(refusalTime)) // a test's answer has none
}

// piece is by how much room is taken, in bytes: a short body takes one.
const piece = 4 << 10

// arriving is a body on its way in, counted by the room that it takes.
type arriving struct {
	from    io.Reader
	control *http.ResponseController
	patient bool // every piece has its own time
	free    bool // takes no room

	room           *intake
	user           int64 // 0: nobody signed
	address        string
	taken, counted int64 // bytes
}

// Read implements io.Reader.
func (a *arriving) Read(into []byte) (int, error) {
	if a.patient {
		a.until(time.Now().Add(bodyTime))
	}
	n, err := a.from.Read(into)
	if !a.free {
		if full := a.take(int64(n)); full != nil {
			return 0, full
		}
	}
	return n, err
}

// take counts bytes by whole pieces.
func (a *arriving) take(n int64) error {
	a.taken += n
	for a.counted < a.taken {
		if err := a.room.add(a.user, a.address, piece); err != nil {
			return err
		}
		a.counted += piece
	}
	return nil
}

// until sets the moment at which the sender is too slow; zero for none.
func (a *arriving) until(at time.Time) {
	_ = a.control.SetReadDeadline(at) // a test's answer has none
}

// room is where the bytes of the body are counted.
func (q *request) room() *intake {
	switch {
	case !q.signedIn():
		return q.api.anonymous
	case q.takesForm():
		return q.api.uploads
	}
	return q.api.bodies
}

// hold takes room in memory until the call's end.
func (q *request) hold(n int64) error {
	user, address := q.actor().UserID, q.RealIP()
	if err := q.api.bodies.add(user, address, n); err != nil {
		return err
	}
	q.last = append(q.last, func() { q.api.bodies.leave(user, address, n) })
	return nil
}

// form is what a form with a file brought.
type form struct {
	fields map[string]string
	file   *files.Received // nil: it has none
	wrong  error           // of the file
}

// receiveForm takes a form in. What is wrong with its file is told later: the rest
// must arrive first, since the signature covers it.
func (q *request) receiveForm(body io.Reader) (*form, error) {
	f := &form{fields: map[string]string{}}
	q.last = append(q.last, func() { f.file.Discard() })
	_, params, err := mime.ParseMediaType(q.header(echo.HeaderContentType))
	if err != nil {
		return f, fault.New(fault.Malformed, "request.no_file").Because(err)
	}
	parts := multipart.NewReader(body, params["boundary"])
	for room := int64(maxFields); ; {
		part, err := parts.NextPart()
		switch {
		case errors.Is(err, io.EOF):
			return f, nil
		case isBroken(err):
			return f, err
		case err != nil:
			f.wrong = fault.New(fault.Malformed, "request.no_file").Because(err)
			return f, nil
		}
		if part.FileName() != "" {
			err = q.receiveFile(f, part)
		} else {
			room, err = f.receiveField(part, room)
		}
		if err != nil {
			return f, err
		}
	}
}

// isBroken reports whether the body itself could not be read, unlike a form that is
// written wrongly.
func isBroken(err error) bool {
	var large *http.MaxBytesError
	var wire net.Error
	_, worded := fault.As(err)
	return worded || errors.As(err, &large) || errors.As(err, &wire)
}

func (q *request) receiveFile(f *form, part *multipart.Part) error {
	if part.FormName() != "file" || f.file != nil || f.wrong != nil {
		return nil
	}
	received, err := q.api.Files.Receive(part.FileName(), part)
	if fault.CodeOf(err) == fault.TooLarge || fault.CodeOf(err) == fault.Unsupported {
		f.wrong = err
		return nil
	}
	f.file = received
	return err
}

func (f *form) receiveField(part *multipart.Part, room int64) (int64, error) {
	text, err := io.ReadAll(io.LimitReader(part, room+1))
	if int64(len(text)) > room {
		return 0, tooLarge(maxFields)
	}
	if err != nil && !isBroken(err) {
		f.wrong = fault.New(fault.Malformed, "request.no_file").Because(err)
		return room, nil
	}
	if _, has := f.fields[part.FormName()]; !has {
		f.fields[part.FormName()] = string(text)
	}
	return room - int64(len(text)), err
}

// field gives a member of the form, or of the query.
func (q *request) field(name string) string {
	if q.form != nil {
		if text, has := q.form.fields[name]; has {
			return text
		}
		return q.QueryParam(name)
	}
	return q.FormValue(name)
}

// formFile gives the file of the form.
func (q *request) formFile() (*files.Received, error) {
	switch {
	case q.form == nil:
		return nil, fault.New(fault.Unsupported, "request.media_type")
	case q.form.wrong != nil:
		return nil, q.form.wrong
	case q.form.file == nil:
		return nil, fault.New(fault.Malformed, "request.no_file")
	}
	return q.form.file, nil
}

// waitFor gives the sender of a body so long to send it.
func waitFor(answer http.ResponseWriter, long time.Duration) {
	_ = http.NewResponseController(answer).SetReadDeadline(time.Now().Add(long)) // a test's answer has none
}
