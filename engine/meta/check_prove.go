package meta

import "slices"

// test holds the names of a test to the model.
func (c *checker) test(t *Test) {
	c.object = &t.Object
	for i, given := range t.Given {
		if table := refer(c, at("given", i, "table"), "table", c.model.Tables, given.Table); table != nil {
			c.givenValues(table, at("given", i, "row"), given.Row)
		}
	}
	for i := range t.When {
		c.doing(t, &t.When[i], i)
	}
	for i, outcome := range t.Then {
		switch {
		case outcome.Table != "":
			if table := refer(c, at("then", i, "table"), "table", c.model.Tables, outcome.Table); table != nil {
				c.givenValues(table, at("then", i, "match"), outcome.Match)
			}
		case outcome.Must == "":
			c.wrong(at("then", i), "meta.test_asks_nothing", "name", outcome.Key)
		default:
			c.given(t, at("then", i, "of"), outcome.Of)
		}
	}
}

func (c *checker) doing(t *Test, doing *Doing, i int) {
	if doing.As != "" {
		if who := c.given(t, at("when", i, "as"), doing.As); who != nil && who.Table != UserTable {
			c.wrong(at("when", i, "as"), "meta.test_no_person", "name", doing.As)
		}
	}
	if doing.Station != "" {
		c.playing(doing, i)
		return
	}
	given := c.given(t, at("when", i, "of"), doing.Of)
	if given == nil {
		return
	}
	if doing.Act == "" {
		if table := c.model.Tables[given.Table]; table != nil {
			c.givenValues(table, at("when", i, "set"), doing.Set)
		}
		return
	}
	document := c.model.Documents[given.Table]
	if document == nil || !slices.ContainsFunc(document.Actions, func(a Action) bool { return a.Key == doing.Act }) {
		c.wrong(at("when", i, "act"), "meta.unknown", "kind", "action", "name", given.Table+"."+doing.Act)
	}
}

// playing holds a task at a station to the model: somebody does it.
func (c *checker) playing(doing *Doing, i int) {
	refer(c, at("when", i, "station"), "station", c.model.Stations, doing.Station)
	if doing.As == "" {
		c.wrong(at("when", i), "meta.test_nobody", "name", doing.Key)
	}
}

// given finds the record that a test knows by a name.
func (c *checker) given(t *Test, path, name string) *Given {
	found := t.Of(name)
	if found == nil {
		c.wrong(path, "meta.unknown", "kind", "given", "name", name)
	}
	return found
}

// givenValues holds the fields of a row to its table and to the line sets of its document.
func (c *checker) givenValues(table *Table, path string, row map[string]any) {
	for name := range Sorted(row) {
		isField := slices.ContainsFunc(table.Fields, func(f Field) bool { return f.Key == name })
		document := c.model.Documents[table.Key]
		isSet := document != nil && slices.ContainsFunc(document.Lines, func(s LineSet) bool { return s.Key == name })
		if !isField && !isSet {
			c.wrong(at(path, name), "meta.unknown_field", "name", name, "table", table.Key)
		}
	}
}
