package station

// Expect tells a client without a network which inputs are right for the rest of
// the task: a graph of nodes, from the one that the session stands at, with the
// quantities that are still to do. A client judges an input by the node it is at,
// takes from the pools and goes on to the next node. Buttons, forms and GS1 element
// strings are never in it: they are for the server to judge.
type Expect struct {
	Online bool                   `json:"online,omitempty"` // the server must be asked
	Rest   bool                   `json:"rest,omitempty"`   // what was told before holds, but for At and what Left names
	At     string                 `json:"at,omitempty"`     // node of the session
	Left   map[string]string      `json:"left,omitempty"`   // what is left to do, by pool
	Nodes  map[string]*ExpectNode `json:"nodes,omitempty"`
}

// ExpectNode is a step at a certain point of the task.
type ExpectNode struct {
	Step   string                `json:"step"`
	Codes  map[string]ExpectMove `json:"codes,omitempty"`  // what may be scanned
	Number *ExpectMove           `json:"number,omitempty"` // a quantity above 0 may be entered
	Any    *ExpectMove           `json:"any,omitempty"`    // any text may be entered
	Open   bool                  `json:"open,omitempty"`   // of a code that is not listed only the server knows
}

// ExpectMove is what a right input does. What it takes from a pool it does not have
// makes it wrong. Without a node to go to, only the server knows what follows.
type ExpectMove struct {
	To    string `json:"to,omitempty"`
	Of    string `json:"of,omitempty"`    // pool that it takes from, or must have something left
	Qty   string `json:"qty,omitempty"`   // how much a code takes; nothing when empty
	Empty string `json:"empty,omitempty"` // goes there when its pool is empty then
	Done  string `json:"done,omitempty"`  // goes there when all pools are
}

// maxExpect is the most codes that a screen lists before it asks for the server.
const maxExpect = 500

// NewExpect begins a graph at a node; the end of the task is part of it, where a
// scan begins the next one.
func NewExpect(at string) *Expect {
	return &Expect{At: at, Left: map[string]string{}, Nodes: map[string]*ExpectNode{StepDone: {Step: StepDone, Open: true}}}
}

// Node gives the node with a name, made for the step when it is new.
func (e *Expect) Node(name, step string) *ExpectNode {
	node, ok := e.Nodes[name]
	if !ok {
		node = &ExpectNode{Step: step, Codes: map[string]ExpectMove{}}
		e.Nodes[name] = node
	}
	return node
}

// Add lists a code. One that is listed with another move means several things, so
// that what follows is for the server to say.
func (n *ExpectNode) Add(code string, move ExpectMove) {
	if known, ok := n.Codes[code]; ok && known != move {
		move = ExpectMove{}
	}
	n.Codes[code] = move
}

// limited asks for the server where the codes would be too many.
func limited(expect *Expect) *Expect {
	if expect == nil {
		return nil
	}
	codes := 0
	for _, node := range expect.Nodes {
		codes += len(node.Codes)
	}
	if codes > maxExpect {
		return &Expect{Online: true}
	}
	return expect
}

// Kept tells that an input left what may be expected as it was, but for what is left
// of a pool; "" for none. What is not told so is told as a whole again.
func (s *Session) Kept(pool, left string) {
	s.kept = true
	if pool != "" {
		s.took = map[string]string{pool: left}
	}
}

// Rest is what a device that has the screen before is told: where it stands now. It is
// nil when the device must be told the whole.
func (s *Session) Rest(at string) *Expect {
	if !s.knows || !s.kept {
		return nil
	}
	return &Expect{Rest: true, At: at, Left: s.took}
}
