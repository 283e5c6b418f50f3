// Package access says who may see and touch what. It compiles the roles of an
// actor against a release into Rights: which rights he holds, which rows of a
// table each operation reaches, which fields of those rows he may read and
// write. Everything is refused unless a role grants it; an actor whose user type
// has an owner never leaves that owner's rows, whatever his roles say.
//
// Row rules are expressions that become SQL predicates. Rules of several roles
// are joined by or, and a field is readable on exactly those rows that a role
// shows together with it. Every statement on a business table carries the
// predicate of Rights; there is no way around it but an actor that the system
// made for itself, with a reason.
//
// Who looks at the product as a role (auth.Actor.Own) has the rights of that role
// within his own: the menus, rights, rows and fields that both show, and none to
// change anything.
package access
