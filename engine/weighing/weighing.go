package weighing

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/agent/scale"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/printing/spool"
	"github.com/wareloom/wareloom/engine/station"
	"github.com/wareloom/wareloom/engine/store"
)

// Scales are those of workstations.
type Scales struct {
	// Stand finds the workstation that a person stands at; nil where there are none.
	Stand func(ctx context.Context, tx *store.Tx, user int64) (*spool.Stand, error)
}

// fresh is for how long what a scale said is believed; its agent tells more often.
const fresh = 12 * time.Second

// Weight is what lies on the scale of a workstation.
type Weight struct {
	ID        int64           `json:"-"`
	Scale     string          `json:"scale"` // code
	Condition string          `json:"condition"`
	Weight    decimal.Decimal `json:"weight"` // kg
	Tare      decimal.Decimal `json:"tare"`   // kg
	Net       bool            `json:"net"`

	unit, raw string
}

// Now tells what lies on the scale of the workstation that a person stands at; nil where
// that has none.
func (s *Scales) Now(ctx context.Context, tx *store.Tx, user int64) (*Weight, error) {
	stand, err := s.Stand(ctx, tx, user)
	if err != nil || stand == nil || stand.ID == 0 {
		return nil, err
	}
	var row struct {
		ID        int64          `db:"id"`
		Code      string         `db:"code"`
		Condition sql.NullString `db:"condition"`
		Weight    sql.NullInt64  `db:"weight"`
		Tare      sql.NullInt64  `db:"tare"`
		Net       sql.NullBool   `db:"net"`
		Unit      sql.NullString `db:"unit"`
		Raw       sql.NullString `db:"raw"`
		SeenAt    sql.NullInt64  `db:"seen_at"`
	}
	err = tx.Get(ctx, &row, `select s.id, s.code, s.condition, s.weight, s.tare, s.net, s.unit, s.raw, s.seen_at
		from scale s join workstation w on w.scale_id = s.id where w.id = ? and s.enabled`, stand.ID)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the scale of workstation %d: %w", stand.ID, err)
	}
	w := &Weight{
		ID: row.ID, Scale: row.Code, Condition: row.Condition.String, Weight: decimal.New(row.Weight.Int64, -gramDigits),
		Tare: decimal.New(row.Tare.Int64, -gramDigits), Net: row.Net.Bool, unit: row.Unit.String, raw: row.Raw.String,
	}
	if tx.Now().Sub(time.UnixMilli(row.SeenAt.Int64)) > fresh {
		w.Condition, w.raw = scale.Silent, ""
	}
	return w, nil
}

// reasons are why a person types a weight although there is a scale.
var reasons = []string{"dead", "unfit", "elsewhere"}

// Take gives the weight that an input at a station means, and keeps it where the
// workstation has a scale: what a person reads off is what the scale says by now, and
// what he types has a reason.
//
// Invalid: weighing.reason, weighing.unstable, weighing.moved.
func (s *Scales) Take(ctx context.Context, tx *store.Tx, about station.Weighing) (string, error) {
	now, err := s.Now(ctx, tx, about.User)
	if err != nil || now == nil {
		return about.Weight, err
	}
	typed := !about.Scale
	switch {
	case typed && !slices.Contains(reasons, about.Reason):
		return "", fault.New(fault.Invalid, "weighing.reason", "scale", now.Scale).On("reason")
	case typed:
		return about.Weight, s.keep(ctx, tx, now, about, true)
	case now.Condition != scale.Stable:
		return "", fault.New(fault.Invalid, "weighing.unstable", "scale", now.Scale)
	}
	if shown, err := decimal.NewFromString(about.Weight); err != nil || !shown.Equal(now.Weight) {
		return "", fault.New(fault.Invalid, "weighing.moved", "scale", now.Scale, "weight", now.Weight.String())
	}
	return now.Weight.String(), s.keep(ctx, tx, now, about, false)
}

// keep notes a weight with what the scale said.
func (s *Scales) keep(ctx context.Context, tx *store.Tx, w *Weight, about station.Weighing, typed bool) error {
	kilos, err := decimal.NewFromString(about.Weight)
	if err != nil || kilos.Exponent() > gramDigits || kilos.Abs().GreaterThan(decimal.NewFromInt(mostGrams)) {
		return nil //nolint:nilerr // no weight: the step refuses it
	}
	id, err := tx.NextIDs(ctx, 1)
	if err != nil {
		return err
	}
	var reason any
	if typed {
		reason, w.raw, w.unit = about.Reason, "", "kg"
	}
	at := tx.Now().UnixMilli()
	const insert = `insert into weighing (id, version, created_at, created_by, updated_at, updated_by, scale_id, station, session, weight, tare, net, unit, raw, typed, reason)
		values (?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	if _, err := tx.Exec(ctx, insert, id, at, about.User, at, about.User, w.ID, about.Station, about.Session, grams(kilos), grams(w.Tare), w.Net, w.unit, w.raw, typed, reason); err != nil {
		return fmt.Errorf("note a weight: %w", err)
	}
	tx.Changed(weighedTable)
	return nil
}
