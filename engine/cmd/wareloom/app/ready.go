package app

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/plugin"
)

// DemoPassword is that of the demo's accounts unless the environment says another.
const DemoPassword = "wareloom"

// leastAdministrators is how many persons must be able to give others rights: the one who is
// ill lets nobody in.
const leastAdministrators = 2

// readiness is what accounts need before the house goes live.
func (a account) readiness() []plugin.Invariant {
	return []plugin.Invariant{
		plugin.Breaking("account.no_role", `SELECT u.id, u.account FROM "user" u WHERE u.enabled
			AND NOT EXISTS (SELECT 1 FROM user_role g JOIN "role" r ON r.id = g.role_id WHERE g.user_id = u.id AND r.enabled)
			AND NOT EXISTS (SELECT 1 FROM user_menu m WHERE m.user_id = u.id) ORDER BY u.account`),
		{Key: "account.few_administrators", Check: a.fewAdministrators},
		{Key: "account.demo_password", Check: a.demoPasswords},
	}
}

func (a account) fewAdministrators(ctx context.Context, tx plugin.Tx) ([]plugin.Breach, error) {
	found, err := a.administrators(ctx, tx)
	if err != nil || len(found) >= leastAdministrators {
		return nil, err
	}
	if len(found) == 0 {
		return []plugin.Breach{{}}, nil
	}
	return found, nil
}

// demoPasswords finds administrators whose password everybody knows.
func (a account) demoPasswords(ctx context.Context, tx plugin.Tx) (known []plugin.Breach, err error) {
	all, err := a.administrators(ctx, tx)
	if err != nil {
		return nil, err
	}
	for _, one := range all {
		same, err := a.auth.HasPassword(ctx, tx, one.ID, DemoPassword)
		if err != nil {
			return nil, err
		}
		if same {
			known = append(known, one)
		}
	}
	return known, nil
}

// administrators are the persons who may give others rights.
func (a account) administrators(ctx context.Context, tx plugin.Tx) (found []plugin.Breach, err error) {
	var users []int64
	if err := tx.Select(ctx, &users, `SELECT u.id FROM "user" u WHERE u.enabled ORDER BY u.id`); err != nil {
		return nil, fmt.Errorf("list users: %w", err)
	}
	for _, id := range users {
		actor, err := a.auth.Current(ctx, tx, auth.Actor{UserID: id})
		if err != nil {
			return nil, err
		}
		rights, err := a.app.Access.For(ctx, tx, a.app.Catalog.Current(), actor)
		if err != nil {
			return nil, err
		}
		if actor.OwnerID == 0 && rights.Can("role.update") && rights.Can("user.update") {
			found = append(found, plugin.Breach{ID: id, Detail: actor.Account})
		}
	}
	return found, nil
}
