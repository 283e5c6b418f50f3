package impact

import (
	"context"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

// What may shift.
const (
	Menu    = "menu"    // an entry, with the buttons of its screen
	Buttons = "buttons" // of an entry that stays
	Columns = "columns" // of a table that was seen, or is seen, otherwise
	Rows    = "rows"    // of a table
)

// Shift is what somebody would have more, or less.
type Shift struct {
	Subject
	What    string
	Release *catalog.Release // that of the two which has it
	Menu    *meta.MenuItem   // of Menu and Buttons
	Table   *catalog.Table   // of Columns and Rows
	Parts   []string         // codes of the buttons, or keys of the fields
	Count   Count            // records that it is about; of Columns and Rows
}

// key names what shifts, whoever it is about.
func (s Shift) key() string {
	switch {
	case s.Menu != nil:
		return fmt.Sprint(s.What, s.Menu.ID, s.Parts)
	case s.Table != nil:
		return fmt.Sprint(s.What, s.Table.Key, s.Parts)
	}
	return s.What
}

// weighSubjects finds what roles gain and lose, then what persons do beyond their
// roles.
func (w *weighing) weighSubjects(ctx context.Context) error {
	told := map[int64]map[string]bool{} // what was told of a role
	for _, s := range w.subjects {
		gains, err := w.more(ctx, s, s.before, s.after)
		if err != nil {
			return err
		}
		losses, err := w.more(ctx, s, s.after, s.before)
		if err != nil {
			return err
		}
		if s.Role != 0 {
			told[s.Role] = keysOf(gains, losses)
		}
		of := func(shift Shift) bool {
			return s.Person != 0 && slices.ContainsFunc(s.actor.Roles, func(role int64) bool { return told[role][shift.key()] })
		}
		w.found.Gains = append(w.found.Gains, slices.DeleteFunc(gains, of)...)
		w.found.Losses = append(w.found.Losses, slices.DeleteFunc(losses, of)...)
	}
	return nil
}

func keysOf(lists ...[]Shift) map[string]bool {
	keys := map[string]bool{}
	for _, list := range lists {
		for _, shift := range list {
			keys[shift.key()] = true
		}
	}
	return keys
}

// more is what a subject has by some rights and not by others.
func (w *weighing) more(ctx context.Context, s *subject, less, more *access.Rights) (found []Shift, err error) {
	found = moreMenus(s, less, more)
	for _, table := range meta.Sorted(more.Release().Tables) {
		other, there := less.Release().Tables[table.Key]
		if !there { // the menu entries tell of it
			continue
		}
		rows, err := w.moreRows(ctx, s, less, more, other, table)
		if err != nil {
			return nil, err
		}
		found = append(found, rows...)
		if len(rows) > 0 && readsNothing(less, other) {
			continue // with the rows come, or go, all their columns
		}
		columns, err := w.moreColumns(ctx, s, less, more, other, table)
		if err != nil {
			return nil, err
		}
		found = append(found, columns...)
	}
	return found, nil
}

// moreMenus finds entries, and buttons of entries that both show.
func moreMenus(s *subject, less, more *access.Rights) (found []Shift) {
	had := less.MenuIDs()
	for _, id := range more.MenuIDs() {
		item := more.Release().Menus[id]
		buttons := usable(more, id)
		what := Menu
		if _, shown := slices.BinarySearch(had, id); shown {
			what = Buttons
			buttons = slices.DeleteFunc(buttons, func(code string) bool { return slices.Contains(usable(less, id), code) })
		}
		if item.Screen == "" || what == Buttons && len(buttons) == 0 {
			continue
		}
		found = append(found, Shift{Subject: s.Subject, What: what, Release: more.Release(), Menu: item, Parts: buttons})
	}
	return found
}

// usable are the buttons of an entry whose rights are all there.
func usable(rights *access.Rights, menu int) (codes []string) {
	for _, code := range rights.Release().Buttons(menu) {
		lacks := slices.ContainsFunc(rights.Release().ButtonRights(menu, code), func(right string) bool { return !rights.Can(right) })
		if !lacks {
			codes = append(codes, code)
		}
	}
	return codes
}

// moreRows counts the rows that somebody sees by some rights only.
func (w *weighing) moreRows(ctx context.Context, s *subject, less, more *access.Rights, other, table *catalog.Table) ([]Shift, error) {
	if less.Scheme(other) == more.Scheme(table) {
		return nil, nil
	}
	if err := w.peopleOf(ctx, s); err != nil {
		return nil, err
	}
	seen := s.seen(more, table).Without(s.seen(less, other))
	count := w.counter.rows(ctx, table, seen)
	if count.Known && count.N == 0 {
		return nil, nil
	}
	count.Least = s.People > mostPeople
	return []Shift{{Subject: s.Subject, What: Rows, Release: more.Release(), Table: table, Count: count}}, nil
}

// moreColumns finds the fields that somebody reads by some rights only, with the rows
// of the table that he sees.
func (w *weighing) moreColumns(ctx context.Context, s *subject, less, more *access.Rights, other, table *catalog.Table) ([]Shift, error) {
	var fields []string
	for _, f := range table.Fields {
		old, had := other.Field(f.Key)
		if !more.FieldRead(table, f).Never() && (!had || less.FieldRead(other, old).Never()) {
			fields = append(fields, f.Key)
		}
	}
	if len(fields) == 0 {
		return nil, nil
	}
	if err := w.peopleOf(ctx, s); err != nil {
		return nil, err
	}
	count := w.counter.rows(ctx, table, s.seen(more, table))
	count.Least = s.People > mostPeople
	return []Shift{{Subject: s.Subject, What: Columns, Release: more.Release(), Table: table, Parts: fields, Count: count}}, nil
}

func readsNothing(rights *access.Rights, table *catalog.Table) bool {
	return !slices.ContainsFunc(table.Fields, func(f *catalog.Field) bool { return !rights.FieldRead(table, f).Never() })
}

// weighMenus finds the entries that somebody loses, with the number of people.
func (w *weighing) weighMenus(ctx context.Context) error {
	var order []*meta.MenuItem
	losers := map[int][]Subject{}
	for _, shift := range w.found.Losses {
		if shift.What != Menu {
			continue
		}
		if losers[shift.Menu.ID] == nil {
			order = append(order, shift.Menu)
		}
		losers[shift.Menu.ID] = append(losers[shift.Menu.ID], shift.Subject)
	}
	for _, item := range order {
		count := w.peopleAmong(ctx, losers[item.ID])
		if count.Known && count.N == 0 {
			continue
		}
		b := Break{Code: "menu", Params: fault.Params{"title": item.Title}, Kind: "menu", Path: fmt.Sprintf("items/%d", item.ID), Count: count}
		for _, s := range losers[item.ID] {
			b.Where = append(b.Where, Place{Kind: "role", Key: s.Name, Title: meta.Text{"zh": s.Name, "en": s.Name, "es": s.Name}})
		}
		w.breaks(b)
	}
	return nil
}

// peopleAmong counts who may sign in and has one of the roles, or is one of the
// persons.
func (w *weighing) peopleAmong(ctx context.Context, subjects []Subject) Count {
	text, args := `select count(*) from "user" u where u.enabled and (0 = 1`, []any{}
	for _, s := range subjects {
		if s.Role != 0 {
			text += " or u.id in (select user_id from user_role where role_id = ?)"
			args = append(args, s.Role)
		} else {
			text += " or u.id = ?"
			args = append(args, s.Person)
		}
	}
	return w.counter.count(ctx, People, text+")", args...)
}
