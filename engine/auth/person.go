package auth

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// Person is a row of the table `user` that may sign in.
type Person struct {
	Actor  Actor
	Mobile string
}

// userType finds a user type of the current release.
func (a *Auth) userType(key string) (meta.UserType, bool) {
	types := a.userTypes()
	i := slices.IndexFunc(types, func(t meta.UserType) bool { return t.Key == key })
	if i < 0 {
		return meta.UserType{}, false
	}
	return types[i], true
}

// ownerFields are the fields of `user` that name the owner of a user type.
func (a *Auth) ownerFields() []string {
	var fields []string
	for _, t := range a.userTypes() {
		if t.Owner != nil && !slices.Contains(fields, t.Owner.Field) {
			fields = append(fields, t.Owner.Field)
		}
	}
	return fields
}

// person reads the user that the condition finds; sql.ErrNoRows when none.
func (a *Auth) person(ctx context.Context, tx *store.Tx, condition string, args ...any) (Person, error) {
	var (
		p                Person
		mobile, language sql.NullString
		department       sql.NullInt64
		owners           = a.ownerFields()
		ids              = make([]sql.NullInt64, len(owners))
		into             = []any{&p.Actor.UserID, &p.Actor.Account, &p.Actor.TrueName, &p.Actor.UserType, &mobile, &language, &department}
		columns          = []string{"id", "account", "true_name", "user_type", "mobile", "language", "department_id"}
	)
	for i, field := range owners {
		columns, into = append(columns, field), append(into, &ids[i])
	}
	for i, column := range columns {
		columns[i] = store.Quote(column)
	}
	text := `select ` + strings.Join(columns, ", ") + ` from "user" where ` + condition
	if err := tx.QueryRow(ctx, text, args...).Scan(into...); err != nil {
		return Person{}, err
	}
	p.Mobile, p.Actor.Language = mobile.String, language.String
	p.Actor.Values = map[string]any{
		"id": p.Actor.UserID, "account": p.Actor.Account, "true_name": p.Actor.TrueName,
		"user_type": p.Actor.UserType, "department_id": orNil(department), "language": orNilText(language),
	}
	for i, field := range owners {
		p.Actor.Values[field] = orNil(ids[i])
	}
	a.own(&p.Actor)
	if err := a.fillPlace(ctx, tx, &p.Actor); err != nil {
		return Person{}, err
	}
	return p, a.fillRoles(ctx, tx, &p.Actor)
}

// own sets whom the actor of an owned type belongs to.
func (a *Auth) own(actor *Actor) {
	if t, ok := a.userType(actor.UserType); ok && t.Owner != nil {
		actor.OwnerID, _ = actor.Values[t.Owner.Field].(int64)
	}
}

// admitted reads a user who may sign in; sql.ErrNoRows when there is none, he is disabled,
// or the owner whom he belongs to is.
func (a *Auth) admitted(ctx context.Context, tx *store.Tx, id int64) (Person, error) {
	p, err := a.person(ctx, tx, "id = ? and enabled", id)
	if err != nil || p.Actor.OwnerID == 0 {
		return p, err
	}
	t, _ := a.userType(p.Actor.UserType)
	if t.Owner.Active == "" {
		return p, nil
	}
	var owner int64
	text := "select id from " + store.Quote(t.Owner.Table) + " where id = ? and coalesce(" + store.Quote(t.Owner.Active) + ", ?)"
	return p, tx.Get(ctx, &owner, text, p.Actor.OwnerID, true) // what is not said is not no
}

func (a *Auth) fillRoles(ctx context.Context, tx *store.Tx, actor *Actor) error {
	const text = `select r.id from user_role ur join "role" r on r.id = ur.role_id
		where ur.user_id = ? and r.enabled and r.user_type = ? order by r.id`
	if err := tx.Select(ctx, &actor.Roles, text, actor.UserID, actor.UserType); err != nil {
		return fmt.Errorf("read roles of user %d: %w", actor.UserID, err)
	}
	return nil
}

// Find gives the actor of an account, for work at the console. A NotFound fault
// when there is no such account.
func (a *Auth) Find(ctx context.Context, tx *store.Tx, userType, account string) (Actor, error) {
	p, err := a.person(ctx, tx, "user_type = ? and account = ?", userType, account)
	if errors.Is(err, sql.ErrNoRows) {
		return Actor{}, fault.New(fault.NotFound, "auth.unknown_account", "account", account)
	}
	if err != nil {
		return Actor{}, fmt.Errorf("find account: %w", err)
	}
	return p.Actor, nil
}

// Current gives an actor as he is by now, for work that he asked for before: with his
// roles, his place and whom he belongs to, in the language that he asked in, and
// looking as the role that he looked as. The system stays as it is. A Denied fault
// auth.asker_gone when he may no longer sign in.
func (a *Auth) Current(ctx context.Context, tx *store.Tx, was Actor) (Actor, error) {
	if was.IsSystem() {
		return was, nil
	}
	p, err := a.admitted(ctx, tx, was.UserID)
	if errors.Is(err, sql.ErrNoRows) {
		return Actor{}, fault.New(fault.Denied, "auth.asker_gone", "account", was.Account)
	}
	if err != nil {
		return Actor{}, fmt.Errorf("find user %d: %w", was.UserID, err)
	}
	p.Actor.Language = was.Language
	if was.Own == nil {
		return p.Actor, nil
	}
	return a.As(p.Actor, Preview{Role: was.Roles[0], UserType: was.UserType, Owner: was.OwnerID}), nil
}

func orNilText(t sql.NullString) any {
	if !t.Valid {
		return nil
	}
	return t.String
}

func orNil(n sql.NullInt64) any {
	if !n.Valid {
		return nil
	}
	return n.Int64
}
