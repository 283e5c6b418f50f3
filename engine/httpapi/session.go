package httpapi

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/engine/trail"
)

// getInfo tells what the login page shows.
func (a *API) getInfo(q *request) (any, error) {
	type userType struct {
		Key   string      `json:"key"`
		Title string      `json:"title"`
		Owner *meta.Owner `json:"owner,omitempty"`
	}
	types := []userType{}
	for _, t := range q.release.UserTypes {
		types = append(types, userType{Key: t.Key, Title: t.Title.In(q.language), Owner: t.Owner})
	}
	name, err := a.setting(q.ctx, q.release, "system_name")
	if err != nil {
		return nil, err
	}
	slices.SortFunc(types, func(x, y userType) int { return strings.Compare(x.Key, y.Key) })
	return map[string]any{
		"sysName": name, "versionName": a.Version, "languages": q.release.Languages.Keys(), "languageDetails": languageDetails(q.release), "logo": nil, "userTypes": types,
	}, nil
}

// languageDetail is what a browser has to know of a language before it shows it.
type languageDetail struct {
	Key      string `json:"key"`
	Name     string `json:"name"`
	Locale   string `json:"locale"`
	Required bool   `json:"required"`
	meta.Grammar
}

func languageDetails(release *catalog.Release) []languageDetail {
	details := make([]languageDetail, len(release.Languages))
	for i, l := range release.Languages {
		details[i] = languageDetail{l.Key, l.Name, l.Locale, l.Required, l.Grammar}
	}
	return details
}

// getToken gives a device its token of version 1 signatures.
func (a *API) getToken(q *request) (any, error) {
	token, expires, err := a.Auth.SignToken(q.QueryParam("guid"))
	if err != nil {
		return nil, err
	}
	return map[string]any{"signToken": token, "expireTime": expires.Format(time.RFC3339)}, nil
}

// pathLogin is where people sign in.
const pathLogin = "/api/auth/login"

// login opens a session.
func (a *API) login(q *request) (any, error) {
	var body struct {
		UserType string `json:"userType"`
		Account  string `json:"account"`
		Password string `json:"password"`
		Badge    string `json:"badge"`
		Pin      string `json:"pin"`
		Device   string `json:"device"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	device := q.device()
	device.Secret = body.Device
	var session auth.Session
	var err error
	if body.Badge != "" {
		session, err = a.Auth.LoginBadge(q.ctx, auth.Badge{Code: body.Badge, Pin: body.Pin}, device)
	} else {
		session, err = a.Auth.Login(q.ctx, auth.Login{
			UserType: body.UserType, Account: body.Account, Password: body.Password, Device: device,
		})
	}
	if err != nil {
		q.note(trail.Entry{Kind: trail.SignIn, Account: body.Account}, err)
		return nil, err
	}
	q.session = session
	if err := q.checkRight(); err != nil {
		q.note(trail.Entry{Kind: trail.SignIn, Account: body.Account}, err)
		return nil, err
	}
	q.note(trail.Entry{Kind: trail.SignIn, Account: session.Actor.Account}, nil)
	return map[string]any{
		"accessToken": session.AccessToken, "signKey": session.SignKey(), "expireTime": session.ExpiresAt.UTC().Format(time.RFC3339),
		"userTrueName": session.Actor.TrueName, "mobile": session.Mobile, "VersionName": a.Version,
		"userType": session.Actor.UserType, "language": orNull(session.Actor.Language), "menuIds": q.menuIDs(),
	}, nil
}

func (q *request) device() auth.Device {
	agent := []rune(q.header("User-Agent"))
	return auth.Device{Guid: q.header(headerGuid), Address: q.RealIP(), Agent: string(agent[:min(len(agent), 200)])}
}

// menuIDs are the granted menus; an empty list for none.
func (q *request) menuIDs() []int { return append([]int{}, q.rights.MenuIDs()...) }

// logout ends the session.
func (a *API) logout(q *request) (any, error) { return nil, a.Auth.Logout(q.ctx, q.session) }

// me tells who is signed in.
func (a *API) me(q *request) (any, error) {
	return map[string]any{
		"user": q.user(), "menuIds": q.menuIDs(), "mobile": q.session.Mobile, "VersionName": a.Version,
		"expireTime": q.session.ExpiresAt.UTC().Format(time.RFC3339),
	}, nil
}

// user is the person as the shell shows it.
func (q *request) user() map[string]any {
	actor := q.person()
	user := map[string]any{
		"id": actor.UserID, "account": actor.Account, "userTrueName": actor.TrueName, "userType": actor.UserType,
		"language": orNull(q.own),
	}
	if actor.OwnerID != 0 {
		user["ownerId"] = actor.OwnerID
	}
	return user
}

// changePassword replaces one's own password.
func (a *API) changePassword(q *request) (any, error) {
	var body struct {
		OldPassword string `json:"oldPassword"`
		Password    string `json:"password"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	return nil, a.Auth.ChangePassword(q.ctx, q.session, body.OldPassword, body.Password)
}

// register is refused: strangers register at the page /reg, and an administrator
// decides.
func (a *API) register(*request) (any, error) {
	return nil, fault.New(fault.Denied, "auth.no_register")
}

// forgetPassword answers alike for known and unknown accounts, and asks for none: a job
// writes to the account's address, if there is one. Without a mail server an
// administrator, who knows the person, issues the token by an action on the account.
func (a *API) forgetPassword(q *request) (any, error) {
	var body struct {
		UserType string `json:"userType"`
		Account  string `json:"account"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	if a.Forgot == nil {
		return nil, nil
	}
	if allowed, err := a.paces.sent.Allow("forgot " + q.RealIP()); err != nil || !allowed {
		return nil, fault.New(fault.TooMany, "auth.too_many", "seconds", forgotWait).With(map[string]any{"retryAfter": forgotWait})
	}
	return nil, a.DB.Write(q.ctx, func(ctx context.Context, tx *store.Tx) error {
		return a.Forgot(ctx, tx, body.UserType, clip(body.Account))
	})
}

// forgotWait is how many seconds who asked too often waits for the next letter.
const forgotWait = 30

// longestAccount is how long the name of an account may be.
const longestAccount = 60

func clip(account string) string {
	letters := []rune(account)
	return string(letters[:min(len(letters), longestAccount)])
}

// resetPassword sets a password by a reset token.
func (a *API) resetPassword(q *request) (any, error) {
	var body struct {
		Token    string `json:"token"`
		Password string `json:"password"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	return nil, a.Auth.ResetPassword(q.ctx, body.Token, body.Password)
}

// setUp makes the first account of an empty database.
func (a *API) setUp(q *request) (any, error) {
	var body struct {
		Token    string `json:"token"`
		Account  string `json:"account"`
		TrueName string `json:"trueName"`
		Password string `json:"password"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	if err := a.Auth.CheckSetupTicket(q.ctx, body.Token); err != nil {
		return nil, err
	}
	return nil, a.FirstAccount(q.ctx, NewAccount{
		Account: body.Account, TrueName: body.TrueName, Password: body.Password,
		Allow: func(ctx context.Context, tx *store.Tx) error { return a.Auth.UseSetupTicket(ctx, tx, body.Token) },
	})
}

// NewAccount is an account to be made with all rights.
type NewAccount struct {
	Account, TrueName, Password string
	Allow                       store.Func // runs first in the transaction
}

// i18n gives the browser the texts of a language.
func (a *API) i18n(q *request) (any, error) {
	language, isJSON := strings.CutSuffix(q.Param("file"), ".json")
	if !isJSON || q.release.Languages.Find(language) == nil {
		return nil, fault.New(fault.NotFound, "request.unknown_route")
	}
	bundle, err := q.texts.Bundle(language)
	return plainJSON(bundle), err
}

// plainJSON is sent as it is, without an envelope.
type plainJSON json.RawMessage

func (p plainJSON) answer(q *request) error {
	q.Response().Header().Set("Cache-Control", "no-cache")
	return q.Blob(http.StatusOK, echo.MIMEApplicationJSON, p)
}

// orNull is null in JSON for an empty text.
func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}
