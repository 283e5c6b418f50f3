package httpapi

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/engine/trail"
)

// The headers of the contract (accessToken, signatureVersion …), whatever their case. They are
// spelled as net/http keeps them; others would be spelled anew for each look.
const (
	headerToken     = "Accesstoken"
	headerGuid      = "Guid"
	headerTimestamp = "Timestamp"
	headerNonce     = "Nonce"
	headerSignature = "Signature"
	headerVersion   = "Signatureversion"
	headerKey       = "Idempotency-Key"
	headerRelease   = "X-Release"
	headerChange    = "Change"
)

// maxKey is the longest Idempotency-Key, in bytes.
const maxKey = 200

// handler makes an echo handler of a route.
func (a *API) handler(r *route) echo.HandlerFunc {
	return func(c echo.Context) (err error) {
		q := &request{Context: c, api: a, route: r, ctx: c.Request().Context(), release: a.Catalog.Current()}
		q.texts = a.texts.Under(q.release)
		q.language = q.texts.Language(q.header("Accept-Language"), "")
		defer func() {
			if broken := recover(); broken != nil {
				a.log.Error("handler panicked", slog.Any("panic", broken), slog.String("path", c.Path()), slog.String("stack", string(debug.Stack())))
				err = a.refuse(c, q.texts, errors.New("handler panicked"), q.language)
			}
		}()
		defer q.finish()
		if r.timeout >= 0 {
			cancel := q.within(r)
			defer cancel()
		}
		c.Response().Header().Set(headerRelease, strconv.FormatInt(q.release.Number, 10))
		data, err := q.pass()
		if q.session.Key != "" {
			q.note(trail.Entry{Kind: trail.Call, Account: q.session.Key}, err)
		}
		if err != nil {
			q.logRefusal(err)
			return a.refuse(c, q.texts, a.timedOut(q, err), q.language)
		}
		switch done := data.(type) {
		case answerer:
			return done.answer(q)
		case json.RawMessage:
			return sendRaw(c, done)
		}
		return send(c, http.StatusOK, envelope{Result: true, Data: data, StatusCode: http.StatusOK})
	}
}

// answerer is a result that is not sent as an envelope's data.
type answerer interface{ answer(q *request) error }

func (q *request) within(r *route) context.CancelFunc {
	timeout := r.timeout
	if timeout == 0 {
		timeout = callTimeout
	}
	ctx, cancel := context.WithTimeout(q.ctx, timeout)
	q.ctx = ctx
	return cancel
}

// logRefusal notes who was turned away at which door.
func (q *request) logRefusal(err error) {
	switch code := fault.CodeOf(err); code {
	case fault.Unauthenticated, fault.Forbidden, fault.Stale, fault.Denied, fault.TooMany:
		q.api.log.Info("call refused", slog.Int("status", int(code)), slog.String("path", q.Request().URL.Path),
			slog.Int64("user", q.actor().UserID), slog.String("address", q.RealIP()), slog.String("why", err.Error()))
		if q.Path() != pathLogin { // which notes more of it
			q.note(trail.Entry{Kind: trail.Refusal}, err)
		}
	case fault.Unavailable:
		q.api.trouble.tell(q.api.log, err)
	default: // the rest does not depend on who calls
	}
}

// timedOut words a call that took too long.
func (a *API) timedOut(q *request, err error) error {
	if errors.Is(q.ctx.Err(), context.DeadlineExceeded) && errors.Is(err, context.DeadlineExceeded) {
		return fault.New(fault.Unavailable, "request.timeout").Because(err)
	}
	return err
}

// finish does what a call put off to its end.
func (q *request) finish() {
	for _, do := range q.last {
		do()
	}
}

// pass takes a call through the gate to its handler. Who calls, and what he may, is
// decided on the headers. Only then the body is read: that of a refused call for the
// signature's sake alone, and not at all where there is none.
func (q *request) pass() (any, error) {
	if err := inTurn(q.checkLength, q.signIn, q.checkHeaders, q.takeShare); err != nil { // 413, 401, 406, 429
		q.leaveUnread()
		return nil, err
	}
	refused := inTurn(q.look, q.checkDoor, q.lookUnder, q.findTable, q.checkRight) // 423, 403, 404, 409, 422, 404, 423
	if refused != nil && !q.isSigned() {
		q.leaveUnread()
		return nil, refused
	}
	if err := q.receive(refused != nil); err != nil { // 413, 503
		return nil, err
	}
	if err := q.checkSignature(); err != nil { // 406
		return nil, err
	}
	return q.once(refused)
}

// once handles a call whose signature was not used before, and uses it up whatever
// the answer is.
func (q *request) once(refused error) (data any, err error) {
	if err := q.identify(); err != nil {
		return nil, err
	}
	begin := q.api.Auth.Begin
	if q.route.claims && q.version() != "1" { // whose signature may fit another call
		begin = q.api.Auth.Claim
	}
	if refused != nil || !q.route.writes {
		begin = q.api.Auth.Use
	}
	end, err := begin(q.ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	defer func() {
		if spent := q.api.Auth.Spend(q.ctx); spent != nil {
			data, err = nil, spent
		}
	}()
	if refused != nil {
		return nil, refused
	}
	data, err = q.route.handle(q)
	return data, q.lost(q.notBuilt(err))
}

// inTurn takes steps until one refuses.
func inTurn(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// signIn finds the session. Where a session is no duty, a dead one is none.
func (q *request) signIn() error {
	if q.header(headerToken) == "" && q.header(headerAPIKey) == "" && q.route.asks.door == anybody {
		return nil
	}
	session, err := q.who()
	if err != nil {
		if q.route.asks.door == anybody && fault.CodeOf(err) == fault.Unauthenticated {
			return nil
		}
		return err
	}
	q.session, q.signer, q.own = session, session, session.Actor.Language
	q.speak()
	return nil
}

// speak chooses the language in which the caller is answered, of those of the release.
func (q *request) speak() {
	q.language = q.texts.Language(q.header("Accept-Language"), q.own)
	q.session.Actor.Language = q.language
}

// isSigned reports whether the call bears a signature that counts.
func (q *request) isSigned() bool {
	return q.signedIn() && q.header(headerSignature) != "" && (q.route.asks.door != anybody || q.session.Key != "")
}

// version is the version of the signature.
func (q *request) version() string {
	if q.header(headerVersion) == "2" {
		return "2"
	}
	return "1"
}

// checkHeaders refuses a call whose headers show that its signature is missing where
// it must not, of a version that is not enough, or too old.
func (q *request) checkHeaders() error {
	if !q.isSigned() {
		if !q.signedIn() || q.route.asks.door == anybody && q.session.Key == "" || q.session.Proven {
			return nil
		}
		return q.mayBeUnsigned()
	}
	if q.version() == "1" {
		if err := q.mayUseVersion1(); err != nil {
			return err
		}
	}
	return q.api.Auth.CheckFresh(q.signer, q.signed())
}

// checkSignature checks the signature of a call that bears one against what came.
func (q *request) checkSignature() error {
	if !q.isSigned() {
		return nil
	}
	q.api.metrics.signed.WithLabelValues(q.version()).Inc()
	if err := q.api.Auth.CheckSignature(q.signer, q.signed(), q.version(), q.header(headerSignature)); err != nil {
		return err
	}
	return q.api.Auth.HoldVersion(q.ctx, q.signer, q.version())
}

// signed is what the signature of this call must cover.
func (q *request) signed() auth.Signed {
	path, query, _ := strings.Cut(q.Request().RequestURI, "?")
	return auth.Signed{
		Method: q.Request().Method, Path: path, Query: query,
		Timestamp: q.header(headerTimestamp), Nonce: q.header(headerNonce), Guid: q.header(headerGuid),
		IdempotencyKey: q.header(headerKey), Sum: q.sum, Multipart: q.takesForm(),
	}
}

// mayBeUnsigned asks the setting what must be signed.
func (q *request) mayBeUnsigned() error {
	required, err := q.api.setting(q.ctx, q.release, "sign_required")
	if err != nil {
		return err
	}
	if q.session.Key != "" || required == "all" || q.route.writes && required != "none" {
		return fault.New(fault.Stale, "sign.missing")
	}
	return nil
}

// mayUseVersion1 refuses the old signature where it is switched off and where it
// would guard rights, secrets or whole tables.
func (q *request) mayUseVersion1() error {
	legacy, err := q.api.setting(q.ctx, q.release, "sign_legacy")
	if err != nil {
		return err
	}
	if legacy == false || q.session.Key != "" || q.route.guarded || q.route.writes && q.decidesRights() {
		return fault.New(fault.Stale, "sign.too_old")
	}
	return nil
}

// guardsRights are the tables that say who may do what.
var guardsRights = map[string]bool{
	"user": true, "user_role": true, "user_menu": true, "user_button": true, "role": true, "role_menu": true, "role_button": true, "role_rule": true,
}

// decidesRights reports whether the call is about a table that says who may do what, or
// about lines of one.
func (q *request) decidesRights() bool {
	key := q.Param("table")
	table, known := q.release.Tables[key]
	return guardsRights[key] || known && guardsRights[table.Root().Key]
}

// checkDoor refuses who may not use this door at all: the back office's own calls
// and the tables of rights are closed to users whom an owner bounds.
func (q *request) checkDoor() error {
	if err := q.checkKey(); err != nil {
		return err
	}
	table := q.Param("table")
	if q.route.asks.door == backOffice || guardsRights[table] && table != "user" {
		if t, ok := q.release.UserTypes[q.actor().UserType]; !ok || t.Owner != nil {
			return fault.New(fault.Forbidden, "request.wrong_door")
		}
	}
	return nil
}

// findTable resolves the table that the path names.
func (q *request) findTable() (err error) {
	if q.route.asks.table {
		q.table, err = q.release.Table(q.Param("table"))
	}
	return err
}

// checkRight compiles the caller's rights and asks for the declared one.
func (q *request) checkRight() error {
	if !q.signedIn() {
		return nil
	}
	if err := q.findRights(); err != nil {
		return err
	}
	switch {
	case q.route.asks.verb != "":
		return q.rights.Require(q.table.Root().Key + "." + q.route.asks.verb)
	case q.route.asks.right != "":
		return q.rights.Require(q.route.asks.right)
	}
	return nil
}

func (q *request) findRights() error {
	var known bool
	if q.rights, known = q.api.Access.Known(q.release, q.actor()); known {
		return nil
	}
	return q.read(func(ctx context.Context, tx *store.Tx) (err error) {
		q.rights, err = q.api.Access.For(ctx, tx, q.release, q.actor())
		return err
	})
}

// goodOnce is what may come once of a signed call. Version 1 sorts the characters of
// what it signs, so that another nonce may have the same signature.
func (q *request) goodOnce() string {
	if q.version() == "1" {
		return "v1 " + q.header(headerSignature)
	}
	return q.header(headerNonce)
}

// identify puts into the context what makes a write happen once.
func (q *request) identify() error {
	if !q.route.writes || !q.signedIn() {
		return nil
	}
	call := auth.Call{UserID: q.actor().UserID, Key: q.header(headerKey)}
	if len(call.Key) > maxKey {
		return fault.New(fault.Malformed, "request.key_too_long", "max", maxKey)
	}
	if q.header(headerSignature) != "" {
		call.Nonce = q.goodOnce()
	}
	sum := sha256.New()
	sum.Write([]byte(q.Request().Method + "\n" + q.Request().URL.Path + "\n"))
	if q.form != nil {
		sum.Write([]byte(q.sum.Hex()))
	}
	sum.Write(q.body)
	call.Digest = hex.EncodeToString(sum.Sum(nil))
	q.ctx = auth.WithCall(q.ctx, call)
	return nil
}
