package impact

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// mostPeople is for how many people of a role the rows that they see are counted.
const mostPeople = 100

// subject is a role with those who have it, or a person with grants of his own.
type subject struct {
	Subject
	userType      string
	actor         auth.Actor     // who stands for it; of a role nobody in particular
	before, after *access.Rights // of that actor
	people        []auth.Actor   // read when rows are counted
	asked         bool           // people were read
}

// Subject is whose rights shift.
type Subject struct {
	Role   int64  `json:"role,omitempty"`   // id; 0: a person
	Person int64  `json:"person,omitempty"` // id of the person with grants of his own
	Name   string `json:"name"`
	People int64  `json:"people"` // who may sign in, with the role
}

// subjectRow is a role, or a person, as it is read.
type subjectRow struct {
	ID       int64  `db:"id"`
	Name     string `db:"name"`
	UserType string `db:"user_type"`
	People   int64  `db:"people"`
}

const (
	rolesText = `select r.id, r.name, r.user_type, (select count(*) from user_role ur join "user" u on u.id = ur.user_id
		where ur.role_id = r.id and u.enabled and u.user_type = r.user_type) as people from "role" r where r.enabled order by r.name, r.id`
	personsText = `select u.id, u.true_name as name, u.user_type, 1 as people from "user" u where u.enabled and (
		u.id in (select user_id from user_menu) or u.id in (select user_id from user_button)) order by u.true_name, u.id`
)

// readSubjects reads roles and persons, and what both releases grant them.
func (w *weighing) readSubjects(ctx context.Context) error {
	return w.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		var roles, persons []subjectRow
		if err := tx.Select(ctx, &roles, rolesText); err != nil {
			return fmt.Errorf("read roles: %w", err)
		}
		if err := tx.Select(ctx, &persons, personsText); err != nil {
			return fmt.Errorf("read persons with grants of their own: %w", err)
		}
		w.subjects = nil
		for _, r := range roles {
			s := &subject{Subject: Subject{Role: r.ID, Name: r.Name, People: r.People}, userType: r.UserType}
			s.actor = auth.Actor{UserType: r.UserType, Roles: []int64{r.ID}, Values: map[string]any{}}
			w.subjects = append(w.subjects, s)
		}
		for _, p := range persons {
			s := &subject{Subject: Subject{Person: p.ID, Name: p.Name, People: 1}, userType: p.UserType, asked: true}
			var err error
			if s.actor, err = w.Current(ctx, tx, auth.Actor{UserID: p.ID}); err != nil {
				return err
			}
			s.people = []auth.Actor{s.actor}
			w.subjects = append(w.subjects, s)
		}
		return w.compile(ctx, tx)
	})
}

func (w *weighing) compile(ctx context.Context, tx *store.Tx) (err error) {
	for _, s := range w.subjects {
		if s.before, err = w.Access.Compile(ctx, tx, w.before, s.actor); err != nil {
			return err
		}
		if s.after, err = w.Access.Compile(ctx, tx, w.after, s.actor); err != nil {
			return err
		}
	}
	return nil
}

// peopleOf gives those who have a role, with what rules ask about them; at most
// mostPeople.
func (w *weighing) peopleOf(ctx context.Context, s *subject) error {
	if s.asked {
		return nil
	}
	s.asked = true
	return w.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		s.people = nil
		var ids []int64
		const text = `select u.id from user_role ur join "user" u on u.id = ur.user_id where ur.role_id = ? and u.enabled and u.user_type = ? order by u.id limit ?`
		if err := tx.Select(ctx, &ids, text, s.Role, s.userType, mostPeople); err != nil {
			return fmt.Errorf("read people of role %d: %w", s.Role, err)
		}
		for _, id := range ids {
			actor, err := w.Current(ctx, tx, auth.Actor{UserID: id})
			if err != nil {
				return err
			}
			s.people = append(s.people, actor)
		}
		return nil
	})
}

// seen are the rows of a table that anyone of a subject sees under its rights.
func (s *subject) seen(rights *access.Rights, table *catalog.Table) access.Predicate {
	all := make([]access.Predicate, len(s.people))
	for i, person := range s.people {
		all[i] = rights.As(person).RowsAs(table, access.Read, access.Alias)
	}
	return access.AnyOf(all...)
}
