package httpapi

import (
	"context"

	"github.com/wareloom/wareloom/engine/httpapi/screen"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/setting"
	"github.com/wareloom/wareloom/engine/store"
)

// settingsGet gives the values of settings: all of them to who may change them,
// else the public ones. With a level and owner, those that hold there.
func (a *API) settingsGet(q *request) (any, error) {
	var body struct {
		Level   string `json:"level"`
		OwnerID int64  `json:"owner_id"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	all := q.rights.Can(screen.RightSettings)
	place := q.placeOf(body.Level, body.OwnerID)
	values := map[string]any{}
	err := q.read(func(ctx context.Context, tx *store.Tx) error {
		for key, s := range meta.Sorted(q.release.Settings) {
			if !all && !s.Meta.Public {
				continue
			}
			value, err := a.Settings.Value(ctx, tx, q.release, key, place)
			if err != nil {
				return err
			}
			values[key] = screen.Shown(s, value)
		}
		return nil
	})
	return values, err
}

// placeOf is a record that names an owner at a level.
func (q *request) placeOf(key string, owner int64) map[string]any {
	for _, level := range q.release.Levels {
		if level.Key == key && level.Field != "" && owner != 0 {
			return map[string]any{level.Field: owner}
		}
	}
	return nil
}

// settingsSave sets a value at a level, or takes it back.
func (a *API) settingsSave(q *request) (any, error) {
	var body struct {
		Key     string `json:"key"`
		Level   string `json:"level"`
		OwnerID int64  `json:"owner_id"`
		Value   any    `json:"value"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	done, err := q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		change := setting.Change{Key: body.Key, Level: body.Level, OwnerID: body.OwnerID, Value: body.Value}
		return nil, a.Settings.Save(ctx, tx, q.release, q.actor(), change)
	})
	if err != nil {
		return nil, err
	}
	return done, a.SettingSaved(q.ctx)
}
