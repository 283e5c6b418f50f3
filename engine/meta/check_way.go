package meta

import "slices"

// maxStages is how many parts of a way people take in at a glance.
const maxStages = 5

// way checks the stages and badges of a document.
func (c *checker) way(d *Document, head *Table) {
	once(c, "stages", d.Stages, func(s *Stage) string { return s.Key })
	if len(d.Stages) > maxStages {
		c.wrong("stages", "meta.too_many_stages", "max", maxStages)
	}
	seen := map[string]bool{}
	for i, stage := range d.Stages {
		for j, state := range stage.States {
			path := at("stages", i, "states", j)
			if !d.hasState(state) {
				c.wrong(path, "meta.unknown", "kind", "state", "name", state)
			} else if seen[state] {
				c.wrong(path, "meta.twice", "name", state)
			}
			seen[state] = true
		}
	}
	once(c, "badges", d.Badges, func(b *Badge) string { return b.Key })
	for i, badge := range d.Badges {
		if badge.Tip != "" {
			c.own(at("badges", i, "tip"), head, badge.Tip)
		}
	}
}

// essential checks the fields of a form that stand before its lines.
func (c *checker) essential(f *Form, t *Table) {
	for i, key := range f.Essential {
		path := at("essential", i)
		c.own(path, t, key)
		if slices.Contains(f.Essential[:i], key) {
			c.wrong(path, "meta.twice", "name", key)
		}
	}
}

// preview checks what a form tries on a new record, and shows of it.
func (c *checker) preview(f *Form, t *Table) {
	if f.Preview == nil {
		return
	}
	if document := c.model.Documents[f.Table]; document == nil || !document.offers(f.Preview.Action) {
		c.wrong("preview/action", "meta.unknown", "kind", "action", "name", f.Preview.Action)
	}
	for i, key := range f.Preview.Fields {
		c.own(at("preview", "fields", i), t, key)
	}
}

// ownForm checks that a form of the caller's owner is one of owners.
func (c *checker) ownForm(f *Form) {
	owns := func(u *UserType) bool { return u.Owner != nil && u.Owner.Table == f.Table }
	if f.Own && !slices.ContainsFunc(c.model.UserTypes(), owns) {
		c.wrong("own", "meta.unknown", "kind", "user type", "name", f.Table)
	}
}

// related checks a list of records that belong to the one that a form shows. It is
// a way and no need: the list may be of a module that this one does not require.
func (c *checker) related(path string, r *Related, t *Table) {
	list := c.model.Lists[r.Of()]
	if list == nil {
		c.wrong(path, "meta.unknown", "kind", "list", "name", r.Of())
		return
	}
	of := c.model.Tables[list.Table]
	if of == nil {
		return
	}
	for key := range Sorted(r.Filter) {
		c.own(at(path, "filter", key), of, key)
	}
	field, ok := of.Field(r.Field)
	switch {
	case r.Field == "id" && r.Value != "":
	case ok && (r.Value != "" || len(r.Filter) > 0) && field.Type != TypeReference:
	case r.Value == "":
		c.refersTo(at(path, "field"), of, r.Field, t)
	default:
		c.own(at(path, "field"), of, r.Field)
	}
}
