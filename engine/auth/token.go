package auth

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strconv"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
)

// Tokens of version 1 change every tokenWindow and hold until the end of the
// next one, so a fresh token is good for at least one whole window.
const tokenWindow = 12 * time.Hour

// guidForm is what devices may call themselves.
var guidForm = regexp.MustCompile(`^[0-9A-Za-z_-]{8,64}$`)

// SignToken gives the token with which a device signs in version 1, and its end.
// Tokens are derived and not stored: asking for one costs nothing, every replica
// gives the same, and a sign-in changes none. A Malformed fault when the guid is
// no name of a device.
func (a *Auth) SignToken(guid string) (token string, expires time.Time, err error) {
	if !guidForm.MatchString(guid) {
		return "", time.Time{}, fault.New(fault.Malformed, "msg.no_guid")
	}
	window := a.window()
	return a.tokenIn(guid, window), windowStart(window + 2), nil
}

// tokens are the device's tokens that are good now.
func (a *Auth) tokens(guid string) []string {
	window := a.window()
	return []string{a.tokenIn(guid, window), a.tokenIn(guid, window-1)}
}

func (a *Auth) window() int64 { return a.now().UnixMilli() / tokenWindow.Milliseconds() }

func windowStart(window int64) time.Time {
	return time.UnixMilli(window * tokenWindow.Milliseconds()).UTC()
}

func (a *Auth) tokenIn(guid string, window int64) string {
	mac := hmac.New(sha256.New, a.master.Derive("sign token"))
	fmt.Fprintf(mac, "%s\n%d", guid, window)
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// signWindow is how far a signature's time may be off, either way.
const signWindow = 300 * time.Second

// maxNonce is the longest nonce that is kept, in bytes.
const maxNonce = 128

// CheckFresh refuses a signed call of the session's device whose headers are not
// whole or too old, before its body is read. A Stale fault; with the server's time
// when only the time is wrong.
func (a *Auth) CheckFresh(s Session, call Signed) error {
	if call.Nonce == "" || len(call.Nonce) > maxNonce || call.Guid == "" && s.Key == "" {
		return fault.New(fault.Stale, "sign.incomplete")
	}
	return a.checkTime(call.Timestamp)
}

// CheckSignature checks a signature of the session's device. A Stale fault when
// it does not hold; with the server's time when only the time is wrong.
func (a *Auth) CheckSignature(s Session, call Signed, version, signature string) error {
	if err := a.CheckFresh(s, call); err != nil {
		return err
	}
	call.UserType, call.AccessToken = s.Actor.UserType, s.AccessToken
	if version == "2" {
		if call.holds2(s.signKey, signature) {
			return nil
		}
		return fault.New(fault.Stale, "sign.wrong")
	}
	for _, token := range a.tokens(call.Guid) {
		if call.holds1(token, signature) {
			return nil
		}
	}
	return fault.New(fault.Stale, "sign.wrong")
}

func (a *Auth) checkTime(timestamp string) error {
	ms, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return fault.New(fault.Stale, "sign.incomplete")
	}
	off := a.now().Sub(time.UnixMilli(ms)).Abs()
	if off > signWindow {
		return fault.New(fault.Stale, "sign.time").With(map[string]any{"serverTime": a.now().UnixMilli()})
	}
	return nil
}
