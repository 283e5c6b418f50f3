// Package auth says who is calling. It keeps the credentials, sessions and
// tokens of people in its own tables, checks signatures and replays, and gives
// every call an Actor; people themselves are rows of the table `user`. What an
// Actor may do is decided by package access.
package auth
