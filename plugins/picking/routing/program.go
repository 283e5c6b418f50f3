package routing

import (
	"cmp"
	"slices"
)

// stay is the choice of adding nothing; it has no number in the table.
const stay = ^uint8(0)

// column is an aisle the walk may enter, or a gate between two aisles.
type column struct {
	x     int64
	aisle int // -1 for a gate outside of the aisles
}

// choice is a step that a stage offers, with its length in millimetres.
type choice struct {
	cost int64
	step uint8
}

// stage is one decision: how to treat a block of a column, or which cross aisles
// to follow to the next column.
type stage struct {
	column int
	end    int    // of its choices in program.choices
	part   *block // nil for a gate or the cross aisles
	width  int64  // of the way to the next column; not 0: the cross aisles are chosen
}

// last is the width behind the last column, too wide to be walked.
const last = int64(1) << 40

// node is a state reached after a stage by its cheapest choice.
type node struct {
	before int32 // index of the node it was reached from
	state  uint16
	step   uint8 // index of the choice, or of the crossing
}

// front is the states after a stage.
type front struct {
	states []uint16
	costs  []int64 // per state; stale where the state is not among states
	nodes  []int32 // per state the node, when nodes are kept
}

// program is one run of the dynamic programme. Its memory is used again by the
// next run.
type program struct {
	layout  *Layout
	machine *machine
	errand  errand
	shelves shelves
	columns []column
	stages  []stage
	blocks  []block
	choices []choice
	nodes   []node // all states of all stages, for the drawing of the walk
	keep    bool   // nodes
	now     front
	after   front
	met     []int32 // per state the last stage that reached it
}

// solve finds the shortest walk of the errand past what lies on the shelves and
// returns its length in millimetres. It keeps the nodes if the walk is to be drawn.
func (p *program) solve(keep bool) int64 {
	p.keep = keep
	pier := slices.ContainsFunc(p.errand.marks, func(m mark) bool { return m.kind == moor })
	p.machine = machines[len(p.layout.Crosses)][btoi(pier)]()
	p.listColumns()
	p.listStages(pier)
	return p.run()
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// listColumns keeps the aisles with stops or a gate. An empty aisle between two
// of them is never needed: moving all that is walked in it to one of its
// neighbours changes the length evenly, so one of the two ways is no longer.
// Beside a gate without an aisle that neighbour is the nearest aisle.
func (p *program) listColumns() {
	p.columns = p.columns[:0]
	blocks := len(p.layout.Crosses) - 1
	for aisle, x := range p.layout.Aisles {
		if !p.shelves.empty(aisle, blocks) {
			p.columns = append(p.columns, column{x, aisle})
		}
	}
	for _, m := range p.errand.marks {
		p.addGate(m.gate)
	}
	p.sortColumns()
}

func (p *program) sortColumns() {
	slices.SortFunc(p.columns, func(a, b column) int { return cmp.Compare(a.x, b.x) })
	p.columns = slices.Compact(p.columns)
}

func (p *program) addGate(g Gate) {
	aisle, found := slices.BinarySearch(p.layout.Aisles, g.X)
	if found {
		p.columns = append(p.columns, column{g.X, aisle})
		return
	}
	p.columns = append(p.columns, column{g.X, -1})
	for near := max(aisle-1, 0); near <= min(aisle, len(p.layout.Aisles)-1); near++ {
		p.columns = append(p.columns, column{p.layout.Aisles[near], near})
	}
}

func (p *program) listStages(pier bool) {
	p.stages, p.choices, p.blocks = p.stages[:0], p.choices[:0], p.blocks[:0]
	p.blocks = slices.Grow(p.blocks, 2*len(p.columns)*len(p.layout.Crosses)) // stages point into it
	for i, c := range p.columns {
		if c.aisle >= 0 {
			p.addBlocks(i)
		}
		p.addMarks(i)
		width := last
		if i+1 < len(p.columns) {
			width = p.columns[i+1].x - c.x
		}
		p.stages = append(p.stages, stage{column: i, end: len(p.choices), width: width})
	}
	if pier {
		p.offer(leave, len(p.layout.Crosses), 0)
		p.seal(len(p.columns)-1, nil)
	}
}

// offer adds a choice to the stage that seal ends.
func (p *program) offer(k kind, at int, cost int64) {
	p.choices = append(p.choices, choice{cost, p.machine.number(k, at)})
}

func (p *program) seal(column int, part *block) {
	p.stages = append(p.stages, stage{column: column, end: len(p.choices), part: part})
}

// addMarks makes the walk touch its gates.
func (p *program) addMarks(column int) {
	for _, m := range p.errand.marks {
		if m.gate.X == p.columns[column].x {
			p.offer(m.kind, m.gate.Cross, 0)
			p.seal(column, nil)
		}
	}
}

// run goes through all stages. After the last only the closed walk is left, or none
// where a walk that begins inside would have to leave on the wrong side.
func (p *program) run() int64 {
	p.prepare()
	begin := 0
	for n, s := range p.stages {
		p.now, p.after = p.after, p.now
		p.after.states = p.after.states[:0]
		for _, state := range p.now.states {
			if s.width > 0 {
				p.cross(int32(n), state, s.width) // a few stages per column
			} else {
				p.choose(int32(n), state, p.choices[begin:s.end]) // as above
			}
		}
		begin = s.end
	}
	if len(p.after.states) == 0 {
		return unreachable
	}
	return p.after.costs[p.after.states[0]]
}

// prepare begins with the walk not yet begun.
func (p *program) prepare() {
	states := p.machine.states
	if len(p.met) < states {
		p.met = make([]int32, states)
		for _, f := range []*front{&p.now, &p.after} {
			f.costs, f.nodes = make([]int64, states), make([]int32, states)
		}
	}
	for i := range p.met {
		p.met[i] = -1
	}
	p.nodes = append(p.nodes[:0], node{})
	p.after.states = append(p.after.states[:0], 0)
	p.after.costs[0], p.after.nodes[0] = 0, 0
}

// choose takes a state through the choices of a stage.
func (p *program) choose(stage int32, state uint16, choices []choice) {
	cost, row := p.now.costs[state], p.machine.next[int(state)*p.machine.steps:]
	for i, c := range choices {
		next := state
		if c.step != stay {
			next = row[c.step]
		}
		if next != none {
			p.reach(stage, state, next, cost+c.cost, uint8(i)) // a handful
		}
	}
}

// cross takes a state along the cross aisles to the next column.
func (p *program) cross(stage int32, state uint16, width int64) {
	cost := p.now.costs[state]
	for i, way := range p.machine.crossings[state] {
		if way.times == 0 || width < last {
			p.reach(stage, state, way.next, cost+int64(way.times)*width, uint8(i)) // at most 2^MaxCrosses
		}
	}
}

// reach notes the state that a choice leads to if it is the cheapest so far.
func (p *program) reach(stage int32, state, next uint16, cost int64, step uint8) {
	isNew := p.met[next] != stage
	if !isNew && cost >= p.after.costs[next] {
		return
	}
	p.after.costs[next] = cost
	if isNew {
		p.met[next] = stage
		p.after.states = append(p.after.states, next)
	}
	if !p.keep {
		return
	}
	found := node{p.now.nodes[state], next, step}
	if isNew {
		p.after.nodes[next] = int32(len(p.nodes)) // far below 2^31 nodes
		p.nodes = append(p.nodes, found)
	} else {
		p.nodes[p.after.nodes[next]] = found
	}
}
