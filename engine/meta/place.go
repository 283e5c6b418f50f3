package meta

// WorkingPlace says which table holds the places that people work at. Its records
// may say their time zone in the field Zone.
type WorkingPlace struct {
	Table string      `json:"table"`
	Zone  string      `json:"zone,omitempty"`
	Limit *PlaceLimit `json:"limit,omitempty"`
}

// PlaceLimit says which table limits users to some places: the fields of its
// records that name the user and the place. A user without records is free.
type PlaceLimit struct {
	Table string `json:"table"`
	User  string `json:"user"`
	Field string `json:"field"`
}

// WorkingPlace is what the modules declare; nil when none does.
func (m *Model) WorkingPlace() *WorkingPlace {
	for _, module := range Sorted(m.Modules) {
		if module.WorkingPlace != nil {
			return module.WorkingPlace
		}
	}
	return nil
}

// workingPlace checks the names of a module's declaration.
func (c *checker) workingPlace(w *WorkingPlace) {
	if w == nil {
		return
	}
	t := refer(c, "working_place/table", "table", c.model.Tables, w.Table)
	if t != nil && w.Zone != "" {
		c.own("working_place/zone", t, w.Zone)
	}
	if w.Limit == nil {
		return
	}
	if limit := refer(c, "working_place/limit/table", "table", c.model.Tables, w.Limit.Table); limit != nil {
		c.own("working_place/limit/user", limit, w.Limit.User)
		c.own("working_place/limit/field", limit, w.Limit.Field)
	}
}
