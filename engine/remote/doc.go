// Package remote asks other houses over HTTP: carriers, gateways, whoever is named in a
// record. What a record names is not believed. A request goes to the hosts that its caller
// lists and to no other, follows no redirect, uses no proxy, ends after a time and a size,
// and reaches an address of this machine or its network only where the operator said so.
// The address is judged when it is dialled, so that a name cannot mean one thing when it
// is looked at and another when it is called.
package remote
