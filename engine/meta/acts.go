package meta

import "slices"

// FlowAct is the engine's own flow: a code names a document, and the person takes one
// of the actions that stand under acts.
const FlowAct = "engine.act"

// Acts says what a station of the flow FlowAct works on.
type Acts struct {
	Table   string       `json:"table"`           // of the document, found by the codes of its table and those that lead on to it
	Shows   []string     `json:"shows,omitempty"` // fields of it that the person sees
	Actions []ActOffered `json:"actions"`
}

// ActOffered is an action that a station offers.
type ActOffered struct {
	Key  string `json:"key"`
	Undo string `json:"undo,omitempty"` // action that takes it back; none: it cannot be taken back
}

// acts checks what a station of the flow FlowAct works on.
func (c *checker) acts(s *Station) {
	if (s.Acts != nil) != (s.Flow == FlowAct) {
		c.wrong("acts", "meta.acts_flow", "flow", FlowAct)
	}
	if s.Acts == nil {
		return
	}
	d := refer(c, "acts/table", "document", c.model.Documents, s.Acts.Table)
	table := c.model.Tables[s.Acts.Table]
	if d == nil || table == nil {
		return
	}
	for i, key := range s.Acts.Shows {
		if f := c.own(at("acts", "shows", i), table, key); f != nil && !c.types[f.Type].Plain {
			c.wrong(at("acts", "shows", i), "meta.acts_type", "name", key, "type", f.Type)
		}
	}
	once(c, "acts/actions", s.Acts.Actions, func(a *ActOffered) string { return a.Key })
	for i, offered := range s.Acts.Actions {
		c.actOffered(d, at("acts", "actions", i, "key"), offered.Key)
		if offered.Undo != "" {
			c.actOffered(d, at("acts", "actions", i, "undo"), offered.Undo)
		}
	}
}

// actOffered holds that an action can be taken by one answer: the station asks for no
// parameter.
func (c *checker) actOffered(d *Document, path, key string) {
	if !d.offers(key) {
		c.wrong(path, "meta.unknown", "kind", "action", "name", key)
		return
	}
	action, _ := d.Action(key)
	if slices.ContainsFunc(action.Params, func(f Field) bool { return f.Required && f.Default == "" }) {
		c.wrong(path, "meta.acts_asks", "name", key)
	}
}
