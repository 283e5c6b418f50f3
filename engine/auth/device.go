package auth

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// A code that enrols a device: its digits, and how long it is good.
const (
	codeDigits = 8
	codeLife   = 15 * time.Minute
)

// Enrolled is a device on which badges sign in.
type Enrolled struct {
	Guid       string
	Name       string
	EnrolledBy string // name of the administrator who made its code
	EnrolledAt time.Time
	UsedAt     time.Time // of the last sign-in by badge; zero for none
}

// DeviceCode makes a code that enrols one device under a name, once.
func (a *Auth) DeviceCode(ctx context.Context, tx *store.Tx, name string, by int64) (code string, expires time.Time, err error) {
	limit := new(big.Int).Exp(big.NewInt(10), big.NewInt(codeDigits), nil)
	n, err := rand.Int(rand.Reader, limit)
	if err != nil {
		return "", expires, fmt.Errorf("make device code: %w", err)
	}
	code, expires = fmt.Sprintf("%0*d", codeDigits, n), a.now().Add(codeLife)
	_, err = tx.Exec(ctx, "insert into auth_device_code (code_hash, name, made_by, expires_at) values (?, ?, ?, ?)",
		a.codeHash(code), name, by, expires.UnixMilli())
	if err != nil {
		return "", expires, fmt.Errorf("keep device code: %w", err)
	}
	return code, expires, nil
}

// codeHash finds a code without keeping it; its few digits need the master key.
func (a *Auth) codeHash(code string) string {
	mac := hmac.New(sha256.New, a.master.Derive("device code"))
	mac.Write([]byte(code))
	return hex.EncodeToString(mac.Sum(nil))
}

// Enrol enrols the calling device by a code and gives the name that it got and the
// secret by which it proves itself.
//
// An Invalid fault when the code is none, was used or is too old; a TooMany fault
// when codes were guessed too often.
func (a *Auth) Enrol(ctx context.Context, code string, d Device) (name, secretText string, err error) {
	if !guidForm.MatchString(d.Guid) {
		return "", "", fault.New(fault.Malformed, "msg.no_guid")
	}
	guesses := []guess{{key: hexSum([]byte("device code\n" + d.Address)), limit: guessesHere}, {key: "device code", limit: guessesAnywhere}}
	if err := a.countGuess(ctx, guesses); err != nil {
		return "", "", err
	}
	if secretText, err = secret(32); err != nil {
		return "", "", err
	}
	err = a.db.Write(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
		if name, err = a.useCode(ctx, tx, code, d.Guid, secretText); err != nil {
			return err
		}
		return forget(ctx, tx, guesses)
	})
	return name, secretText, err
}

// useCode turns a code into a device.
func (a *Auth) useCode(ctx context.Context, tx *store.Tx, code, guid, secretText string) (string, error) {
	var row struct {
		Name   string `db:"name"`
		MadeBy int64  `db:"made_by"`
	}
	const use = "delete from auth_device_code where code_hash = ? and expires_at > ? returning name, made_by"
	err := tx.Get(ctx, &row, use, a.codeHash(code), a.now().UnixMilli())
	if errors.Is(err, sql.ErrNoRows) {
		return "", fault.New(fault.Invalid, "auth.bad_device_code").On("code")
	}
	if err != nil {
		return "", fmt.Errorf("use device code: %w", err)
	}
	const text = `insert into auth_device (guid, name, enrolled_by, enrolled_at, secret_hash) values (?, ?, ?, ?, ?)
		on conflict (guid) do update set name = excluded.name, enrolled_by = excluded.enrolled_by, enrolled_at = excluded.enrolled_at,
			secret_hash = excluded.secret_hash`
	if _, err := tx.Exec(ctx, text, guid, row.Name, row.MadeBy, a.now().UnixMilli(), hexSum([]byte(secretText))); err != nil {
		return "", fmt.Errorf("enrol device: %w", err)
	}
	return row.Name, nil
}

// mustBeEnrolled refuses a device that is not enrolled; with a secret it must be the
// device's own.
func mustBeEnrolled(ctx context.Context, tx *store.Tx, d Device, proven bool) error {
	var hash string
	err := tx.Get(ctx, &hash, "select secret_hash from auth_device where guid = ?", d.Guid)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("read device: %w", err)
	}
	own := subtle.ConstantTimeCompare([]byte(hash), []byte(hexSum([]byte(d.Secret)))) == 1
	if err != nil || !proven && !own {
		return fault.New(fault.Invalid, "auth.not_enrolled").With(map[string]string{"reason": "device"})
	}
	return nil
}

// Prove gives the name of a device that proves itself by its secret; agents at benches
// are such devices. Unauthenticated: auth.not_enrolled.
func (a *Auth) Prove(ctx context.Context, tx *store.Tx, d Device) (name string, err error) {
	if err := mustBeEnrolled(ctx, tx, d, false); err != nil {
		if _, refused := fault.As(err); refused {
			return "", fault.New(fault.Unauthenticated, "auth.not_enrolled")
		}
		return "", err
	}
	err = tx.Get(ctx, &name, "select name from auth_device where guid = ?", d.Guid)
	return name, err
}

// Devices lists the enrolled devices by name.
func (a *Auth) Devices(ctx context.Context) ([]Enrolled, error) {
	var rows []struct {
		Guid       string `db:"guid"`
		Name       string `db:"name"`
		EnrolledBy string `db:"true_name"`
		EnrolledAt int64  `db:"enrolled_at"`
		UsedAt     int64  `db:"used_at"`
	}
	err := a.db.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		return tx.Select(ctx, &rows, `select d.guid, d.name, coalesce(u.true_name, '') as true_name, d.enrolled_at, d.used_at
			from auth_device d left join "user" u on u.id = d.enrolled_by order by d.name, d.guid`)
	})
	if err != nil {
		return nil, fmt.Errorf("list devices: %w", err)
	}
	list := make([]Enrolled, len(rows))
	for i, r := range rows {
		list[i] = Enrolled{Guid: r.Guid, Name: r.Name, EnrolledBy: r.EnrolledBy, EnrolledAt: time.UnixMilli(r.EnrolledAt)}
		if r.UsedAt != 0 {
			list[i].UsedAt = time.UnixMilli(r.UsedAt)
		}
	}
	return list, nil
}

// RevokeDevice makes badges useless on a device and ends the sessions on it. A
// NotFound fault when it is not enrolled.
func (a *Auth) RevokeDevice(ctx context.Context, tx *store.Tx, guid string) error {
	gone, err := tx.Exec(ctx, "delete from auth_device where guid = ?", guid)
	if err != nil {
		return fmt.Errorf("revoke device: %w", err)
	}
	if gone == 0 {
		return fault.New(fault.NotFound, "auth.no_device", "id", guid)
	}
	if _, err := tx.Exec(ctx, "delete from auth_session where guid = ?", guid); err != nil {
		return fmt.Errorf("end sessions of device: %w", err)
	}
	return a.changes.Count(ctx, tx)
}
