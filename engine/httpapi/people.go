package httpapi

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// mostPeople is how many persons one owner has.
const mostPeople = 100

// How far a person of one's own may go at a menu entry.
const (
	goNone = "none"
	goLook = "look" // no button
	goAll  = "all"  // as far as the one who lets him
)

// colleague is a person of the caller's own owner.
type colleague struct {
	ID       int64          `json:"id" db:"id"`
	Account  string         `json:"account" db:"account"`
	TrueName string         `json:"true_name" db:"true_name"`
	Email    *string        `json:"email" db:"email"`
	Mobile   *string        `json:"mobile" db:"mobile"`
	Enabled  bool           `json:"enabled" db:"enabled"`
	Self     bool           `json:"self"`
	Beyond   bool           `json:"beyond"` // may do what the caller may not, who leaves him alone
	May      map[int]string `json:"may"`    // by menu entry: look or all
}

// entry is a menu entry that the caller may let others use.
type entry struct {
	ID      int    `json:"id"`
	Parent  int    `json:"parent"`
	Title   string `json:"title"`
	Group   bool   `json:"group"`
	Buttons bool   `json:"buttons"` // there is more than to look
}

// peopleList lists the persons of the caller's owner, and what he may let them do.
func (a *API) peopleList(q *request) (any, error) {
	rows, suffix := []colleague{}, ""
	err := q.read(func(ctx context.Context, tx *store.Tx) (err error) {
		owner, err := q.ownOwner()
		if err != nil {
			return err
		}
		if suffix, err = q.accountSuffix(ctx, tx, owner); err != nil {
			return err
		}
		text := `select id, account, true_name, email, mobile, enabled from "user" where user_type = ? and ` + store.Quote(owner.Field) + ` = ? order by account`
		if err := tx.Select(ctx, &rows, text, q.actor().UserType, q.actor().OwnerID); err != nil {
			return fmt.Errorf("list the persons of an owner: %w", err)
		}
		for i := range rows {
			if err := q.lookAt(ctx, tx, &rows[i]); err != nil {
				return err
			}
		}
		return nil
	})
	return map[string]any{"rows": rows, "entries": q.entries(), "suffix": suffix}, err
}

// ownOwner is how users of the caller's type name their owner; Denied for a type that no
// owner bounds.
func (q *request) ownOwner() (*meta.Owner, error) {
	if t := q.release.UserTypes[q.actor().UserType]; t != nil && t.Owner != nil && q.actor().OwnerID != 0 {
		return t.Owner, nil
	}
	return nil, fault.New(fault.Denied, "right.missing", "right", meta.RightPeople)
}

// accountSuffix ends the accounts that an owner makes with his own key, so that a name
// that is taken tells nothing of another owner.
func (q *request) accountSuffix(ctx context.Context, tx *store.Tx, owner *meta.Owner) (string, error) {
	field, ok := q.release.Tables[accountTable].Field(owner.Field)
	if !ok {
		return "", fmt.Errorf("users have no field %s", owner.Field)
	}
	table := field.To
	text := "select " + store.Quote(table.Meta.Unique[0].On[0]) + " from " + store.Quote(table.Key) + " where id = ?"
	var key string
	if err := tx.Get(ctx, &key, text, q.actor().OwnerID); err != nil {
		return "", fmt.Errorf("read the key of an owner: %w", err)
	}
	return "@" + strings.ToLower(key), nil
}

// entries are the entries that the caller has himself.
func (q *request) entries() []entry {
	list := []entry{}
	for _, id := range q.menuIDs() {
		item := q.release.Menus[id]
		list = append(list, entry{
			ID: id, Parent: item.Parent, Title: item.Title.In(q.language), Group: item.Screen == "",
			Buttons: slices.ContainsFunc(q.release.Buttons(id), func(code string) bool { return q.holds(id, code) }),
		})
	}
	return list
}

// holds reports whether the caller has all that a button grants.
func (q *request) holds(menu int, code string) bool {
	return !slices.ContainsFunc(q.release.ButtonRights(menu, code), func(right string) bool { return !q.rights.Can(right) })
}

// lookAt finds what a person may do.
func (q *request) lookAt(ctx context.Context, tx *store.Tx, c *colleague) error {
	c.Self, c.May = c.ID == q.actor().UserID, map[int]string{}
	var menus []int
	if err := tx.Select(ctx, &menus, `select menu_id from user_menu where user_id = ? and withdrawn`, c.ID); err != nil {
		return fmt.Errorf("read what is withdrawn from a person: %w", err)
	}
	var buttons []int
	if err := tx.Select(ctx, &buttons, `select distinct menu_id from user_button where user_id = ? and withdrawn`, c.ID); err != nil {
		return fmt.Errorf("read what is withdrawn from a person: %w", err)
	}
	for _, one := range q.entries() {
		switch {
		case one.Group || slices.Contains(menus, one.ID):
		case one.Buttons && slices.Contains(buttons, one.ID):
			c.May[one.ID] = goLook
		default:
			c.May[one.ID] = goAll
		}
	}
	if !c.Enabled || c.Self {
		return nil
	}
	covered, err := q.covers(ctx, tx, c.ID)
	c.Beyond = !covered
	return err
}

// covers reports whether a person may do nothing that the caller may not: no role that he
// lacks, whose rules might show more, and no right.
func (q *request) covers(ctx context.Context, tx *store.Tx, id int64) (bool, error) {
	holder, err := q.api.Auth.Holder(ctx, tx, id)
	if err != nil {
		return false, err
	}
	if slices.ContainsFunc(holder.Roles, func(role int64) bool { return !slices.Contains(q.actor().Roles, role) }) {
		return false, nil
	}
	theirs, err := q.api.Access.Anew(ctx, tx, q.release, holder)
	if err != nil {
		return false, err
	}
	return !slices.ContainsFunc(theirs.Granted(), func(right string) bool { return !q.rights.Can(right) }), nil
}

// person is what the caller says of a person of his own.
type person struct {
	ID       int64          `json:"id"` // 0: a new one
	Name     string         `json:"name"`
	TrueName string         `json:"true_name"`
	Email    string         `json:"email"`
	Mobile   string         `json:"mobile"`
	Enabled  *bool          `json:"enabled"`
	May      map[int]string `json:"may"` // of each entry that is not named: none
}

// accountName is how an owner may call an account of his.
var accountName = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,29}$`)

// peopleSave makes a person of the caller's owner, or changes one. He has the caller's
// roles without what the caller does not let him do: never more than the caller.
func (a *API) peopleSave(q *request) (any, error) {
	var body person
	if err := inTurn(q.bySession, func() error { return q.bind(&body) }); err != nil {
		return nil, err
	}
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		elevated, err := a.Records.Elevate(ctx, tx, q.rights)
		if err != nil {
			return nil, err
		}
		row, err := q.personRow(ctx, tx, &body)
		if err != nil {
			return nil, err
		}
		had, err := q.mayHaveKeys(ctx, tx, body.ID)
		if err != nil {
			return nil, err
		}
		if body.ID != 0 {
			if err := q.empty(ctx, tx, elevated, body.ID); err != nil {
				return nil, err
			}
		}
		saved, err := a.Records.Save(ctx, tx, elevated, accountTable, row)
		if err != nil {
			return nil, err
		}
		id := record.ID(saved)
		answer := map[string]any{"id": id, "account": record.Text(saved, "account"), "code": nil}
		if err := q.staysBelow(ctx, tx, id, body.Enabled); err != nil {
			return nil, err
		}
		if body.ID == 0 {
			code, err := a.Welcome(ctx, tx, id, body.Email)
			answer["code"] = orNull(code)
			return answer, err
		}
		return answer, q.endLostKeys(ctx, tx, id, had)
	})
}

// mayHaveKeys reports whether a person may have keys of his own.
func (q *request) mayHaveKeys(ctx context.Context, tx *store.Tx, id int64) (bool, error) {
	holder, err := q.api.Auth.Holder(ctx, tx, id)
	if fault.CodeOf(err) == fault.NotFound {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	theirs, err := q.api.Access.Anew(ctx, tx, q.release, holder)
	return err == nil && theirs.Can(meta.RightOwnKeys), err
}

// endLostKeys ends the keys of a person who may have none any longer: neither he nor who
// took the right from him could see them.
func (q *request) endLostKeys(ctx context.Context, tx *store.Tx, id int64, had bool) error {
	may, err := q.mayHaveKeys(ctx, tx, id)
	if err != nil || may || !had {
		return err
	}
	return q.api.Auth.EndKeys(ctx, tx, id)
}

// staysBelow refuses a person who came to have more than the caller.
func (q *request) staysBelow(ctx context.Context, tx *store.Tx, id int64, enabled *bool) error {
	if enabled != nil && !*enabled {
		return nil
	}
	covered, err := q.covers(ctx, tx, id)
	if err == nil && !covered {
		err = fault.New(fault.Denied, "people.beyond")
	}
	return err
}

// personRow is the row of a person with his lines.
func (q *request) personRow(ctx context.Context, tx *store.Tx, p *person) (record.Row, error) {
	owner, err := q.ownOwner()
	if err != nil {
		return nil, err
	}
	row := record.Row{"true_name": p.TrueName, "email": orNull(p.Email), "mobile": orNull(p.Mobile)}
	if p.Enabled != nil {
		row["enabled"] = *p.Enabled
	}
	var roles, menus, buttons []any
	for _, role := range q.actor().Roles {
		roles = append(roles, map[string]any{"role_id": role})
	}
	for _, one := range q.release.MenuOrder {
		if one.Users() != q.actor().UserType || one.Screen == "" {
			continue
		}
		may := p.May[one.ID]
		if !slices.Contains(q.menuIDs(), one.ID) || may != goLook && may != goAll {
			menus = append(menus, map[string]any{"menu_id": one.ID, "withdrawn": true})
			continue
		}
		for _, code := range q.release.Buttons(one.ID) {
			if may == goLook || !q.holds(one.ID, code) {
				buttons = append(buttons, map[string]any{"menu_id": one.ID, "button": code, "withdrawn": true})
			}
		}
	}
	row["roles"], row["menus"], row["buttons"] = roles, menus, buttons
	if p.ID != 0 {
		row["id"] = p.ID
		return row, q.mayTouch(ctx, tx, owner, p.ID)
	}
	return row, q.asNew(ctx, tx, owner, p, row)
}

// asNew fills what only a new person needs.
func (q *request) asNew(ctx context.Context, tx *store.Tx, owner *meta.Owner, p *person, row record.Row) error {
	if !accountName.MatchString(p.Name) {
		return fault.Join([]*fault.Fault{fault.New(fault.Invalid, "people.name").On("name").Breaking("format")})
	}
	var there int
	text := `select count(*) from "user" where user_type = ? and ` + store.Quote(owner.Field) + ` = ?`
	if err := tx.Get(ctx, &there, text, q.actor().UserType, q.actor().OwnerID); err != nil {
		return fmt.Errorf("count the persons of an owner: %w", err)
	}
	if there >= mostPeople {
		return fault.New(fault.Conflict, "people.too_many", "max", mostPeople)
	}
	suffix, err := q.accountSuffix(ctx, tx, owner)
	row["account"], row["user_type"], row[owner.Field], row["language"] = p.Name+suffix, q.actor().UserType, q.actor().OwnerID, orNull(q.language)
	return err
}

// mayTouch holds that a person belongs to the caller's owner, is not the caller and has
// nothing that the caller lacks. NotFound for those of others, as for those that are not.
func (q *request) mayTouch(ctx context.Context, tx *store.Tx, owner *meta.Owner, id int64) error {
	var enabled []bool
	text := `select enabled from "user" where id = ? and user_type = ? and ` + store.Quote(owner.Field) + ` = ?`
	if err := tx.Select(ctx, &enabled, text, id, q.actor().UserType, q.actor().OwnerID); err != nil {
		return fmt.Errorf("find a person of an owner: %w", err)
	}
	switch {
	case len(enabled) == 0:
		return fault.New(fault.NotFound, "record.not_found", "table", q.release.Tables[accountTable].Meta.Title, "id", id)
	case id == q.actor().UserID:
		return fault.New(fault.Denied, "people.self")
	case !enabled[0]:
		return nil
	}
	covered, err := q.covers(ctx, tx, id)
	if err == nil && !covered {
		err = fault.New(fault.Denied, "people.beyond")
	}
	return err
}

// empty takes from a person what his next lines say anew.
func (q *request) empty(ctx context.Context, tx *store.Tx, elevated *access.Rights, id int64) error {
	row := record.Row{"id": id}
	for set, table := range map[string]string{"roles": "user_role", "menus": "user_menu", "buttons": "user_button"} {
		var ids []int64
		if err := tx.Select(ctx, &ids, "select id from "+table+" where user_id = ?", id); err != nil {
			return fmt.Errorf("read what a person is granted: %w", err)
		}
		var lines []any
		for _, line := range ids {
			lines = append(lines, map[string]any{"id": line, "_delete": true})
		}
		row[set] = lines
	}
	_, err := q.api.Records.Save(ctx, tx, elevated, accountTable, row)
	return err
}

// peopleCode gives a person of the caller's owner the way to a new password.
func (a *API) peopleCode(q *request) (any, error) {
	if err := q.bySession(); err != nil {
		return nil, err
	}
	id, err := q.bindID()
	if err != nil {
		return nil, err
	}
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		owner, err := q.ownOwner()
		if err != nil {
			return nil, err
		}
		if err := q.mayTouch(ctx, tx, owner, id); err != nil {
			return nil, err
		}
		holder, err := a.Auth.Holder(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		var email []string
		if err := tx.Select(ctx, &email, `select coalesce(email, '') from "user" where id = ?`, id); err != nil {
			return nil, fmt.Errorf("find where to write: %w", err)
		}
		code, err := a.Welcome(ctx, tx, id, email[0])
		return map[string]any{"account": holder.Account, "code": orNull(code)}, err
	})
}

// bySession refuses what only a person may do who signed in, not a system by its key.
func (q *request) bySession() error {
	if q.session.Key != "" {
		return fault.New(fault.Denied, "people.by_key")
	}
	return nil
}
