package httpapi

import (
	"context"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/httpapi/screen"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/printing/spool"
	"github.com/wareloom/wareloom/engine/store"
)

// caller is whom screens are compiled for; settings are read in the transaction.
func (q *request) caller(tx *store.Tx) screen.Caller {
	return screen.Caller{
		Rights: q.rights, Language: q.language,
		Setting: func(ctx context.Context, key string) (any, string, error) {
			return q.api.Settings.Effective(ctx, tx, q.release, key)
		},
	}
}

// app gives what the shell draws.
func (a *API) app(q *request) (any, error) {
	settings, places, preview := map[string]any{}, []place{}, any(nil)
	var stand *spool.Stand
	err := q.read(func(ctx context.Context, tx *store.Tx) error {
		for key, setting := range meta.Sorted(q.release.Settings) {
			if !setting.Meta.Public {
				continue
			}
			value, _, err := a.Settings.Effective(ctx, tx, q.release, key)
			if err != nil {
				return err
			}
			settings[key] = screen.Shown(setting, value)
		}
		var err error
		if preview, err = q.looksAs(ctx, tx); err != nil {
			return err
		}
		if stand, err = a.Spool.StandOf(ctx, tx, q.actor().UserID); err != nil {
			return err
		}
		places, err = q.places(ctx, tx)
		return err
	})
	if err != nil {
		return nil, err
	}
	return map[string]any{
		"release": q.release.Number, "menus": q.caller(nil).Menus(), "languages": q.release.Languages.Keys(), "theme": "default",
		"settings": settings, "user": q.user(), "places": places, "place": q.place(), "stand": stand, "preview": preview,
		"zone": a.zoneName(q),
	}, nil
}

// zoneName is the name of the zone in which days and times are told to the caller;
// empty for that of the server's machine, which has no name elsewhere.
func (a *API) zoneName(q *request) string {
	zone := a.Reports.Zone(q.ctx, q.actor())
	if zone == time.Local {
		return ""
	}
	return zone.String()
}

// screen compiles a screen for the caller.
func (a *API) screen(q *request) (any, error) {
	var body struct {
		MenuID int    `json:"menuId"`
		Key    string `json:"key"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	if err := q.mayOpen(body.MenuID); err != nil {
		return nil, err
	}
	var compiled *screen.Screen
	err := q.read(func(ctx context.Context, tx *store.Tx) (err error) {
		switch {
		case body.MenuID != 0:
			compiled, err = q.caller(tx).ByMenu(ctx, body.MenuID)
		case body.Key != "":
			compiled, err = q.caller(tx).ByKey(ctx, body.Key)
		default:
			err = missing("menuId")
		}
		return err
	})
	return compiled, err
}

// missing refuses a body without a member that it needs.
func missing(field string) error {
	return fault.Join([]*fault.Fault{fault.New(fault.Invalid, "request.missing", "field", field).On(field).Breaking("required")})
}

// wrong refuses a member of a body whose value is none of those it may have.
func wrong(field string) error {
	return fault.Join([]*fault.Fault{fault.New(fault.Invalid, "request.wrong_value", "field", field).On(field).Breaking("value")})
}
