package meta

// Flow describes what the flow of a station does, step by step: for the check of
// stations, and for who draws or simulates one.
type Flow struct {
	Steps []FlowStep `json:"steps"` // that which a task begins with first
}

// FlowStep is a step of a flow.
type FlowStep struct {
	Key     string       `json:"key"`
	Kind    string       `json:"kind"`              // how a screen asks, a kind of the schema of stations
	Accept  []string     `json:"accept,omitempty"`  // kinds of codes that may be scanned
	Form    bool         `json:"form,omitempty"`    // all about it may come in one input
	To      []string     `json:"to,omitempty"`      // steps that an answer may lead to; "done" is the end
	Buttons []FlowButton `json:"buttons,omitempty"` // that may be pressed
}

// FlowButton is a button of a step.
type FlowButton struct {
	Code string   `json:"code"`
	To   []string `json:"to,omitempty"` // steps that it may lead to
}
