package routing

// way is how a walk serves an area. Every shortest walk through a building serves
// each of its areas in one of these ways: all it does outside of an area is to
// join its gates, and of what it does inside only this counts at each gate.
type way int

const (
	roundA way = iota // in and out at the first gate
	roundB            // in and out at the second gate
	across            // in at one gate, out at the other
	apart             // some from the one gate, the rest from the other
	along             // across and, later, back across
	outA              // from inside, out at the first gate
	outB              // from inside, out at the second gate
	partA             // out at the first gate, some later from the second
	partB             // out at the second gate, some later from the first
	backA             // out at the second gate, later across, and out at the first
	backB             // out at the first gate, later across, and out at the second
	ways
)

// gateKinds is what each way does at the two gates.
var gateKinds = [ways][maxGates][]kind{
	roundA: {{touch}, nil},
	roundB: {nil, {touch}},
	across: {{flip}, {flip}},
	apart:  {{moor}, {moor}},
	along:  {{touch}, {touch}},
	outA:   {{flip}, nil},
	outB:   {nil, {flip}},
	partA:  {{flip, moor}, {moor}},
	partB:  {{moor}, {flip, moor}},
	backA:  {{flip}, {touch}},
	backB:  {{touch}, {flip}},
}

// status says what a walk still has to do in an area.
type status int

const (
	fresh      status = iota // all
	owesA                    // the part that is served from the first gate
	owesB                    // the part that is served from the second gate
	owesAcross               // to cross it once more
	served
	statuses
)

// move is a step of a walk from area to area: in at one gate, out at another.
type move struct {
	way     way
	in, out int
	next    status
	settles bool // does what is owed, which is measured already
}

// moves are the steps that are possible by the status of an area.
var moves = [statuses][]move{
	fresh: {
		{way: roundA, next: served},
		{way: roundB, in: 1, out: 1, next: served},
		{way: across, out: 1, next: served},
		{way: across, in: 1, next: served},
		{way: apart, next: owesB},
		{way: apart, in: 1, out: 1, next: owesA},
		{way: along, out: 1, next: owesAcross},
		{way: along, in: 1, next: owesAcross},
	},
	owesA:      {{next: served, settles: true}},
	owesB:      {{in: 1, out: 1, next: served, settles: true}},
	owesAcross: {{out: 1, next: served, settles: true}, {in: 1, next: served, settles: true}},
}

// starts are the first steps of a walk that begins inside an area.
var starts = []move{
	{way: outA, next: served},
	{way: outB, out: 1, next: served},
	{way: partA, next: owesB},
	{way: partB, out: 1, next: owesA},
	{way: backA, out: 1, next: owesAcross},
	{way: backB, next: owesAcross},
}
