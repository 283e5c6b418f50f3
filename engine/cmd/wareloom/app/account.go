package app

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/httpapi"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// account brings the effects on accounts that the metadata of users names.
type account struct {
	auth *auth.Auth
	app  *App
}

// Name implements plugin.Plugin.
func (account) Name() string { return "account" }

// Register implements plugin.Plugin.
func (a account) Register(r *plugin.Registrar) {
	r.Effect("reset_password", a.resetPassword)
	r.Effect("issue_reset", a.issueReset)
	r.Effect("set_badge", a.setBadge)
	r.Effect("end_sessions", a.endSessions)
	r.Effect("open", a.open)
	for _, one := range a.readiness() {
		r.Ready(one)
	}
	r.Effect("write", func(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
		return a.app.write(ctx, e, batch)
	})
}

// endDisabled ends what lets a user in when the account is disabled or deleted, so that
// enabling it again revives nothing.
func (a *App) endDisabled() {
	const order = 1 // before the browsers are told
	a.plugins.SaveHooks.AfterAll("user", "end", order, func(ctx context.Context, e *record.SaveBatch) error {
		for _, one := range e.Events {
			if one.IsNew() || one.New["enabled"] != false {
				continue
			}
			if err := a.Auth.End(ctx, e.Tx, record.ID(one.New)); err != nil {
				return err
			}
		}
		return nil
	})
	a.plugins.SaveHooks.AfterDelete("user", "end", order, func(ctx context.Context, e *record.DeleteBatch) error {
		for _, row := range e.Rows {
			if err := a.Auth.End(ctx, e.Tx, record.ID(row)); err != nil {
				return err
			}
		}
		return nil
	})
}

// endOwned ends what lets the persons of an owner in when he is no longer active.
func (a *App) endOwned() {
	const order = 1 // before the browsers are told
	for _, t := range a.userTypes() {
		if t.Owner == nil || t.Owner.Active == "" {
			continue
		}
		a.plugins.SaveHooks.AfterAll(t.Owner.Table, "end_"+t.Key, order, func(ctx context.Context, e *record.SaveBatch) error {
			for _, one := range e.Events {
				if one.IsNew() || one.New[t.Owner.Active] != false || one.Old[t.Owner.Active] == false {
					continue
				}
				if err := a.endPersons(ctx, e.Tx, t, record.ID(one.New)); err != nil {
					return err
				}
			}
			return nil
		})
	}
}

// endPersons ends what lets the persons of an owner in.
func (a *App) endPersons(ctx context.Context, tx *store.Tx, t meta.UserType, owner int64) error {
	var persons []int64
	text := `select id from "user" where user_type = ? and ` + store.Quote(t.Owner.Field) + ` = ? order by id`
	if err := tx.Select(ctx, &persons, text, t.Key, owner); err != nil {
		return fmt.Errorf("find the persons of owner %d: %w", owner, err)
	}
	for _, id := range persons {
		if err := a.Auth.End(ctx, tx, id); err != nil {
			return err
		}
	}
	return nil
}

// resetPassword gives users a new password and ends their sessions.
func (a account) resetPassword(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	for i, head := range e.Heads {
		hash, err := a.auth.HashPassword(ctx, record.Text(head, "account"), record.Text(batch[i], "password"))
		if err != nil {
			return err
		}
		if err := a.auth.SetHash(ctx, e.Tx, record.ID(head), hash, 0); err != nil {
			return err
		}
	}
	return nil
}

// issueReset tells the caller, once, the tokens with which users set new passwords.
func (a account) issueReset(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	auth.KeepNoAnswer(ctx)
	for _, head := range e.Heads {
		token, err := a.auth.ResetTicket(ctx, e.Tx, record.ID(head))
		if err != nil {
			return err
		}
		e.Tell("auth.reset_issued", "account", record.Text(head, "account"), "token", token)
	}
	return nil
}

// setBadge gives users a badge and its PIN.
func (a account) setBadge(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	for i, head := range e.Heads {
		hashed, err := a.auth.HashBadge(ctx, auth.Badge{Code: record.Text(batch[i], "badge"), Pin: record.Text(batch[i], "pin")})
		if err != nil {
			return err
		}
		if err := a.auth.SetBadge(ctx, e.Tx, record.ID(head), hashed); err != nil {
			return err
		}
	}
	return nil
}

// open makes accounts, and has their persons set a password by a code.
func (a account) open(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	for _, element := range batch {
		row := plugin.Row{"roles": []any{map[string]any{"role_id": map[string]any{"code": element["role"]}}}}
		for _, field := range []string{"account", "true_name", "user_type", "email", "mobile", "language"} {
			row[field] = element[field]
		}
		if t := e.Rights.Release().UserTypes[record.Text(element, "user_type")]; t != nil && t.Owner != nil {
			row[t.Owner.Field] = map[string]any{"code": element["owner"]}
		}
		saved, err := e.Data.Save(ctx, "user", row)
		if err != nil {
			return err
		}
		id := record.ID(saved)
		e.Created("user", id)
		code, err := a.app.welcome(ctx, e.Tx, id, record.Text(element, "email"))
		if err != nil {
			return err
		}
		if code == "" {
			e.Tell("auth.welcome_mailed", "account", element["account"], "email", element["email"])
		} else {
			e.Tell("auth.reset_issued", "account", element["account"], "token", code)
		}
	}
	return nil
}

// endSessions ends the sessions of users, and their keys where that is asked.
func (a account) endSessions(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	for i, head := range e.Heads {
		if batch[i]["keys"] == true {
			if err := a.auth.EndKeys(ctx, e.Tx, record.ID(head)); err != nil {
				return err
			}
		}
		if err := a.auth.EndSessions(ctx, e.Tx, record.ID(head), 0); err != nil {
			return err
		}
	}
	return nil
}

// Account is an account as the console names it.
type Account struct {
	UserType, Name, Password string
	Role                     string // code of the role of a new account
}

// adminRole is the role that base seeds grant everything.
const adminRole = "admin"

// AddAccount makes an account with a role.
func (a *App) AddAccount(ctx context.Context, n Account) error {
	return a.addAccount(ctx, n, n.Name, func(context.Context, *store.Tx) error { return nil })
}

// firstAccount makes the first account of an empty database.
func (a *App) firstAccount(ctx context.Context, n httpapi.NewAccount) error {
	return a.addAccount(ctx, Account{UserType: auth.BackOffice, Name: n.Account, Password: n.Password, Role: adminRole}, n.TrueName, n.Allow)
}

func (a *App) addAccount(ctx context.Context, n Account, trueName string, allow store.Func) error {
	hash, err := a.Auth.HashPassword(ctx, n.Name, n.Password)
	if err != nil {
		return err
	}
	return a.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		if err := allow(ctx, tx); err != nil {
			return err
		}
		s, err := a.seeder(ctx, tx, nil, hash)
		if err != nil {
			return err
		}
		row := record.Row{
			"account": n.Name, "true_name": trueName, "user_type": n.UserType,
			"roles": []any{map[string]any{"role_id": map[string]any{"code": n.Role}}},
		}
		saved, err := a.Records.Save(ctx, tx, s.rights, "user", row)
		if err != nil {
			return err
		}
		return a.Auth.SetHash(ctx, tx, record.ID(saved), hash, 0)
	})
}

// noAccount words that an account was not found.
func noAccount(n Account, err error) error {
	if fault.CodeOf(err) == fault.NotFound {
		return fmt.Errorf("there is no account %s of type %s: make it by wareloom user add, or say another --type", n.Name, n.UserType)
	}
	return err
}

// SetPassword gives an account a new password and ends its sessions.
func (a *App) SetPassword(ctx context.Context, n Account) error {
	hash, err := a.Auth.HashPassword(ctx, n.Name, n.Password)
	if err != nil {
		return err
	}
	return a.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		actor, err := a.Auth.Find(ctx, tx, n.UserType, n.Name)
		if err != nil {
			return noAccount(n, err)
		}
		return a.Auth.SetHash(ctx, tx, actor.UserID, hash, 0)
	})
}
