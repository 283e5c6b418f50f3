package meta

import "slices"

// Lock keeps fields of another table's records as they are while rows of its own
// table stand on them.
type Lock struct {
	Of      string     `json:"of"`
	Fields  []string   `json:"fields"`
	Where   Expression `json:"where"`
	Message Text       `json:"message"`
}

// locks checks what a table locks; a line can be locked, but not the rows that a
// lock would have to work out.
func (c *checker) locks(t *Table) {
	for i, lock := range t.Locks {
		path := at("locks", i)
		of := refer(c, at(path, "of"), "table", c.model.Tables, lock.Of)
		if of == nil {
			continue
		}
		once(c, at(path, "fields"), lock.Fields, func(key *string) string { return *key })
		for j, key := range lock.Fields {
			f := c.own(at(path, "fields", j), of, key)
			if f != nil && (f.Derived() || slices.ContainsFunc(SystemFields(), func(s Field) bool { return s.Key == key })) {
				c.wrong(at(path, "fields", j), "meta.cannot_lock", "name", key)
			}
		}
	}
}
