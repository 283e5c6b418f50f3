package auth

import "cmp"

// Actor is who acts in a call. The zero Actor may do nothing.
type Actor struct {
	UserID   int64
	Account  string
	TrueName string
	UserType string // key of a user type of the published modules
	Language string // key of a language
	OwnerID  int64  // the record that a user of an owned type belongs to; 0 owns none
	Roles    []int64
	Values   map[string]any // what expressions see as user.<name>
	System   string         // reason why the system itself acts; "" for people
	Own      *Actor         // who this is, while he looks as a role; nil: these are his own roles
}

// System is the actor of work that no person asked for. It may do all, so the
// reason is kept and shown wherever the work is logged.
func System(reason string) Actor {
	return Actor{System: reason, Language: "zh", Values: map[string]any{}}
}

// IsSystem reports whether the system itself acts.
func (a Actor) IsSystem() bool { return a.System != "" }

// Name is what people call him: his name, else his account.
func (a Actor) Name() string { return cmp.Or(a.TrueName, a.Account) }
