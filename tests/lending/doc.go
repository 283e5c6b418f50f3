// Package lending is a second product: tools are lent, come back and are repaired. It
// has no warehouse and no plugin: all of it is metadata, beside what metadata/base says
// of users, roles, departments and settings, so that it holds the engine to knowing no
// trade, and is an example of a whole product.
//
// What metadata/base says of places and owners of goods is said anew in metadata/base
// here, or left out.
package lending
