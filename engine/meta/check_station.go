package meta

import "slices"

func (c *checker) station(s *Station) {
	c.object = &s.Object
	c.params("params", s.Params)
	c.params("facts", s.Facts)
	c.stationNext(s)
	c.acts(s)
	once(c, "steps", s.Steps, func(step *Step) string { return step.Key })
	once(c, "buttons", s.Buttons, func(b *Button) string { return b.Key })
	c.waiting(s.Waiting)
	if s.Hears != "" && c.model.Tables[s.Hears] == nil {
		c.wrong("hears", "meta.unknown", "kind", "table", "name", s.Hears)
	}
	if s.Done != nil {
		c.figure("done", s.Done)
	}
	for i, step := range s.Steps {
		for j, kind := range step.Accept {
			if !c.known(func(r Registry) bool { return r.CodeKind(kind) }) {
				c.wrong(at("steps", i, "accept", j), "meta.unknown", "kind", "code kind", "name", kind)
			}
		}
		for j, code := range step.Buttons {
			if !slices.ContainsFunc(s.Buttons, func(b Button) bool { return b.Key == code }) {
				c.wrong(at("steps", i, "buttons", j), "meta.unknown", "kind", "button", "name", code)
			}
		}
	}
	flow, known := c.flow(s.Flow)
	if !known {
		c.wrong("flow", "meta.unknown", "kind", "flow", "name", s.Flow)
	}
	if flow != nil {
		c.follows(s, flow)
	}
}

// flow finds what a registry tells of a flow; nil for one that is not described.
// Without registries every flow is known.
func (c *checker) flow(name string) (flow *Flow, known bool) {
	for _, r := range c.registries {
		if flow, known := r.Flow(name); known {
			return flow, true
		}
	}
	return nil, len(c.registries) == 0
}

// follows holds the steps of a station to those of its flow: each has words, none is
// made up, and a screen asks and offers nothing that the flow does not take there.
func (c *checker) follows(s *Station, flow *Flow) {
	for _, step := range flow.Steps {
		if !slices.ContainsFunc(s.Steps, func(own Step) bool { return own.Key == step.Key }) {
			c.wrong("steps", "meta.step_missing", "name", step.Key, "flow", s.Flow)
		}
	}
	for i := range s.Steps {
		own := &s.Steps[i]
		step, ok := flow.Step(own.Key)
		if !ok {
			c.wrong(at("steps", i, "key"), "meta.step_unknown", "name", own.Key, "flow", s.Flow)
			continue
		}
		c.step(at("steps", i), own, step)
	}
	if first := flow.Steps[0].Key; s.Steps[0].Key != first {
		c.wrong(at("steps", 0, "key"), "meta.step_first", "name", s.Steps[0].Key, "flow", s.Flow, "first", first)
	}
}

func (c *checker) step(path string, own *Step, step *FlowStep) {
	if own.Kind != step.Kind {
		c.wrong(at(path, "kind"), "meta.step_kind", "name", own.Key, "kind", own.Kind, "want", step.Kind)
	}
	for j, kind := range own.Accept {
		if known := c.known(func(r Registry) bool { return r.CodeKind(kind) }); known && !slices.Contains(step.Accept, kind) {
			c.wrong(at(path, "accept", j), "meta.step_accept", "name", own.Key, "kind", kind)
		}
	}
	for j, code := range own.Buttons {
		if !step.has(code) {
			c.wrong(at(path, "buttons", j), "meta.step_button", "name", own.Key, "button", code)
		}
	}
}

// Unreached lists the steps of the station that nobody can come to, since no step
// that is reached offers a button that leads there.
func (s *Station) Unreached(flow *Flow) []string {
	return flow.Unreached(func(step, button string) bool {
		return slices.ContainsFunc(s.Steps, func(own Step) bool { return own.Key == step && slices.Contains(own.Buttons, button) })
	})
}

// Unanswered lists, by step, the kinds of codes that the flow takes there and the
// station does not say: who scans such a code is answered that it is of no use.
func (s *Station) Unanswered(flow *Flow) map[string][]string {
	left := map[string][]string{}
	for i := range s.Steps {
		own := &s.Steps[i]
		step, ok := flow.Step(own.Key)
		for j := 0; ok && j < len(step.Accept); j++ {
			if kind := step.Accept[j]; !slices.Contains(own.Accept, kind) {
				left[own.Key] = append(left[own.Key], kind)
			}
		}
	}
	return left
}
