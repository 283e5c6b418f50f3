package httpapi

import (
	"context"
	"strings"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/store"
)

// longestDeviceName is the most characters of a device's name.
const longestDeviceName = 60

// deviceCode makes a one-time code that enrols a device under a name.
func (a *API) deviceCode(q *request) (any, error) {
	var body struct {
		Name string `json:"name"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	name := strings.TrimSpace(body.Name)
	if name == "" || len([]rune(name)) > longestDeviceName {
		return nil, missing("name")
	}
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		auth.KeepNoAnswer(ctx)
		code, expires, err := a.Auth.DeviceCode(ctx, tx, name, q.actor().UserID)
		return map[string]any{"code": code, "name": name, "expireTime": expires.UTC().Format(time.RFC3339)}, err
	})
}

// deviceEnrol enrols the calling device by a code.
func (a *API) deviceEnrol(q *request) (any, error) {
	var body struct {
		Code string `json:"code"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	name, secret, err := a.Auth.Enrol(q.ctx, body.Code, q.device())
	if err != nil {
		return nil, err
	}
	return map[string]any{"name": name, "secret": secret}, nil
}

// deviceList lists the enrolled devices.
func (a *API) deviceList(q *request) (any, error) {
	devices, err := a.Auth.Devices(q.ctx)
	if err != nil {
		return nil, err
	}
	rows := make([]map[string]any, len(devices))
	for i, d := range devices {
		rows[i] = map[string]any{
			"id": d.Guid, "name": d.Name, "enrolledBy": d.EnrolledBy, "enrolledAt": d.EnrolledAt.UTC().Format(time.RFC3339), "usedAt": nil,
		}
		if !d.UsedAt.IsZero() {
			rows[i]["usedAt"] = d.UsedAt.UTC().Format(time.RFC3339)
		}
	}
	return map[string]any{"rows": rows}, nil
}

// deviceRevoke makes badges useless on a device.
func (a *API) deviceRevoke(q *request) (any, error) {
	var body struct {
		ID string `json:"id"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		return nil, a.Auth.RevokeDevice(ctx, tx, body.ID)
	})
}
