// Package ddl brings the tables of the database to what a release says: it makes
// a plan out of the difference and applies it. It only ever adds. A field that is
// gone from metadata is hidden; its column stays until somebody consents, 30 days later at
// the earliest, that it goes (ADR 0079). A plan goes from what columns meant
// to what they shall mean (ADR 0026); what could lose or change data is a hazard and
// refused with a reason and the number of records.
//
// The difference is worked out here, in a few hundred lines, and not by a schema
// library: the engine makes only tables, columns, indexes, checks and foreign
// keys of its own pattern, the names of indexes and checks hold a hash of what
// they say, and so nothing has to be parsed back from the database. ADR 0005
// tells the reasons.
package ddl
