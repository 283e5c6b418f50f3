package access

import (
	"context"

	"github.com/wareloom/wareloom/engine/catalog"
)

// button is a button of a menu.
type button struct {
	menu int
	code string
}

// holding is what a role is granted, or a person beside his roles.
type holding struct {
	menus   map[int]bool
	buttons map[button]bool
}

func newHolding() *holding { return &holding{menus: map[int]bool{}, buttons: map[button]bool{}} }

// menu adds a menu; the whole of it is all that is below, with every button, also
// what a later release brings.
func (h *holding) menu(release *catalog.Release, id int, whole bool) {
	h.menus[id] = true
	if !whole {
		return
	}
	for _, below := range Below(release, id) {
		h.menus[below] = true
		for _, code := range release.Buttons(below) {
			h.buttons[button{below, code}] = true
		}
	}
}

// Below lists a menu and all that stands under it.
func Below(release *catalog.Release, id int) []int {
	var list []int
	for _, item := range release.MenuOrder {
		for at := item.ID; at != 0; {
			if at == id {
				list = append(list, item.ID)
				break
			}
			parent, ok := release.Menus[at]
			if !ok {
				break
			}
			at = parent.Parent
		}
	}
	return list
}

// menuRow is a granted menu of a role or of a person.
type menuRow struct {
	Of        int64 `db:"of"`
	Menu      int   `db:"menu_id"`
	Whole     bool  `db:"whole"`
	Withdrawn bool  `db:"withdrawn"`
}

// buttonRow is a granted button of a role or of a person.
type buttonRow struct {
	Of        int64  `db:"of"`
	Menu      int    `db:"menu_id"`
	Button    string `db:"button"`
	Withdrawn bool   `db:"withdrawn"`
}

func (l *loader) readMenus(ctx context.Context) error {
	var rows []menuRow
	const text = `select role_id as "of", menu_id, coalesce(whole, ?) as whole from role_menu where role_id in ?`
	if err := l.tx.Select(ctx, &rows, text, false, l.rights.actor.Roles); err != nil {
		return err
	}
	for _, row := range rows {
		if held, ok := l.held[row.Of]; ok {
			held.menu(l.release, row.Menu, row.Whole)
		}
	}
	return nil
}

func (l *loader) readButtons(ctx context.Context) error {
	var rows []buttonRow
	const text = `select role_id as "of", menu_id, button from role_button where role_id in ?`
	if err := l.tx.Select(ctx, &rows, text, l.rights.actor.Roles); err != nil {
		return err
	}
	for _, row := range rows {
		if held, ok := l.held[row.Of]; ok {
			held.buttons[button{row.Menu, row.Button}] = true
		}
	}
	return nil
}

// readOwnMenus reads what the person is granted beside his roles, and what is taken
// away: a menu goes with all below it. Who looks as a role has only the role's.
func (l *loader) readOwnMenus(ctx context.Context) error {
	l.own, l.taken = newHolding(), newHolding()
	if l.rights.actor.Own != nil {
		return nil
	}
	var rows []menuRow
	const text = `select user_id as "of", menu_id, coalesce(whole, ?) as whole, coalesce(withdrawn, ?) as withdrawn from user_menu where user_id = ?`
	if err := l.tx.Select(ctx, &rows, text, false, false, l.rights.actor.UserID); err != nil {
		return err
	}
	for _, row := range rows {
		if row.Withdrawn {
			l.taken.menu(l.release, row.Menu, true)
		} else {
			l.own.menu(l.release, row.Menu, row.Whole)
		}
	}
	return nil
}

func (l *loader) readOwnButtons(ctx context.Context) error {
	if l.rights.actor.Own != nil {
		return nil
	}
	var rows []buttonRow
	const text = `select user_id as "of", menu_id, button, coalesce(withdrawn, ?) as withdrawn from user_button where user_id = ?`
	if err := l.tx.Select(ctx, &rows, text, false, l.rights.actor.UserID); err != nil {
		return err
	}
	for _, row := range rows {
		if row.Withdrawn {
			l.taken.buttons[button{row.Menu, row.Button}] = true
		} else {
			l.own.buttons[button{row.Menu, row.Button}] = true
		}
	}
	return nil
}

// give turns what is granted and not taken away into rights. A person's own grants
// are added to each of his roles, so that the rules of the roles hold for them too;
// who has no role has them by themselves.
func (l *loader) give(context.Context) error {
	if len(l.roles) == 0 && (len(l.own.menus) > 0 || len(l.own.buttons) > 0) {
		l.add(0)
	}
	for id, granted := range l.roles {
		for _, held := range []*holding{l.held[id], l.own} {
			l.giveOf(granted, held)
		}
	}
	return nil
}

func (l *loader) giveOf(to *role, held *holding) {
	for menu := range held.menus {
		if l.offered(menu) && !l.taken.menus[menu] {
			l.rights.showMenu(menu)
			l.grant(to, l.release.MenuRights(menu))
		}
	}
	for b := range held.buttons {
		if l.offered(b.menu) && !l.taken.menus[b.menu] && !l.taken.buttons[b] {
			l.grant(to, l.release.ButtonRights(b.menu, b.code))
		}
	}
}

func (l *loader) grant(to *role, rights []string) {
	for _, right := range rights {
		to.rights[right] = true
		l.rights.rights[right] = true
	}
}
