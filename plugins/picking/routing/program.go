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

// stage is one decision: how to treat a block of a column, or whether to follow
// a cross aisle to the next column.
type stage struct {
	column int
	block  int // -1 for a gate or a cross aisle
	end    int // of its choices in program.choices
}

// node is a state reached after a stage by its cheapest choice so far.
type node struct {
	cost   int64
	before int32 // index of the node it was reached from
	state  uint16
	step   uint8
}

// program is one run of the dynamic programme. Its memory is used again by the
// next run.
type program struct {
	layout  *Layout
	machine *machine
	from    Gate
	shelves shelves
	columns []column
	stages  []stage
	choices []choice
	nodes   []node
	slots   []int32 // per state the node of it in the running stage, or a stale number
}

// solve finds the shortest walk and returns its length in millimetres.
func (p *program) solve(from Gate, stops []Stop) int64 {
	p.from = from
	p.shelves.fill(p.layout, stops)
	p.listColumns()
	p.listStages()
	p.run()
	return p.nodes[len(p.nodes)-1].cost
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
	p.addGate(p.layout.Depot)
	p.addGate(p.from)
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

func (p *program) listStages() {
	p.stages, p.choices = p.stages[:0], p.choices[:0]
	for i, c := range p.columns {
		if c.aisle >= 0 {
			p.addBlocks(i)
		}
		p.addGates(i)
		p.addCrosses(i)
	}
}

// offer adds a choice to the stage that seal ends.
func (p *program) offer(k kind, at int, cost int64) {
	p.choices = append(p.choices, choice{cost, number(k, at, len(p.layout.Crosses))})
}

func (p *program) seal(column, block int) {
	p.stages = append(p.stages, stage{column, block, len(p.choices)})
}

// addBlocks offers the ways to serve each block of an aisle.
func (p *program) addBlocks(column int) {
	crosses := p.layout.Crosses
	for b := range len(crosses) - 1 {
		length := crosses[b+1] - crosses[b]
		p.offer(through, b, length)
		p.offer(twice, b, 2*length)
		picks := p.picksOf(column, b)
		if len(picks) == 0 {
			p.choices = append(p.choices, choice{step: stay})
		} else {
			p.offer(touch, b, 2*(picks[len(picks)-1].y-crosses[b]))
			p.offer(touch, b+1, 2*(crosses[b+1]-picks[0].y))
		}
		if len(picks) > 1 {
			_, gap := widestGap(picks)
			p.offer(ends, b, 2*(length-gap))
		}
		p.seal(column, b)
	}
}

func (p *program) picksOf(column, block int) []pick {
	return p.shelves.zone(p.columns[column].aisle*(len(p.layout.Crosses)-1) + block)
}

// addGates makes the walk begin and end in its gates.
func (p *program) addGates(column int) {
	x, depot := p.columns[column].x, p.layout.Depot
	if p.from == depot {
		p.addGateStage(column, touch, depot, x)
		return
	}
	p.addGateStage(column, flip, depot, x)
	p.addGateStage(column, flip, p.from, x)
}

func (p *program) addGateStage(column int, k kind, g Gate, x int64) {
	if g.X == x {
		p.offer(k, g.Cross, 0)
		p.seal(column, -1)
	}
}

// addCrosses offers for each cross aisle whether to follow it to the next column.
func (p *program) addCrosses(column int) {
	for v := range p.layout.Crosses {
		p.offer(leave, v, 0)
		if column+1 < len(p.columns) {
			width := p.columns[column+1].x - p.columns[column].x
			p.offer(single, v, width)
			p.offer(double, v, 2*width)
		}
		p.seal(column, -1)
	}
}

// run makes the nodes of all stages. After the last only the closed walk is left.
func (p *program) run() {
	if len(p.slots) == 0 {
		p.slots = make([]int32, p.machine.states)
	}
	p.nodes = append(p.nodes[:0], node{})
	first, begin := 0, 0
	for _, s := range p.stages {
		last := len(p.nodes)
		for before := first; before < last; before++ {
			for _, c := range p.choices[begin:s.end] {
				p.reach(before, last, c)
			}
		}
		first, begin = last, s.end
	}
}

// reach keeps the node that a choice leads to if it is the cheapest of its
// state in the running stage, whose nodes begin at first.
func (p *program) reach(before, first int, c choice) {
	state := p.nodes[before].state
	if c.step != stay {
		state = p.machine.next[int(state)*p.machine.steps+int(c.step)]
	}
	if state == none {
		return
	}
	found := node{p.nodes[before].cost + c.cost, int32(before), state, c.step} //nolint:gosec // far below 2^31 nodes
	slot := int(p.slots[state])
	if slot < first || slot >= len(p.nodes) || p.nodes[slot].state != state {
		p.slots[state] = int32(len(p.nodes)) //nolint:gosec // far below 2^31 nodes
		p.nodes = append(p.nodes, found)
	} else if found.cost < p.nodes[slot].cost {
		p.nodes[slot] = found
	}
}
