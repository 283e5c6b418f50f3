package routing

import "slices"

// edge joins two points of the walk. Points are numbered: first the crossings,
// column by column, then the stops.
type edge struct {
	to   int
	back int // index of the same edge seen from its other end
	used bool
}

// graph holds the edges of the shortest walk, each as often as it is walked.
type graph struct {
	edges [][]edge // per point
}

func (g *graph) add(a, b, times int) {
	for range times {
		at, back := len(g.edges[a]), len(g.edges[b])
		g.edges[a] = append(g.edges[a], edge{to: b, back: back})
		g.edges[b] = append(g.edges[b], edge{to: a, back: at})
	}
}

// chain adds edges along a row of points.
func (g *graph) chain(points []int, times int) {
	for i := 1; i < len(points); i++ {
		g.add(points[i-1], points[i], times)
	}
}

// walk returns the stops in the order in which a walk over all edges of the
// solution meets them.
func (p *program) walk(from Gate) []int {
	crosses := len(p.layout.Crosses)
	crossings := len(p.columns) * crosses
	g := &graph{edges: make([][]edge, crossings+len(p.shelves.picks))}
	p.eachStep(func(at stage, s step) { p.addEdges(g, at, s) })
	column := slices.IndexFunc(p.columns, func(c column) bool { return c.x == from.X })
	order := make([]int, 0, len(p.shelves.picks))
	met := make([]bool, len(p.shelves.picks))
	for _, point := range g.euler(column*crosses + from.Cross) {
		if stop := point - crossings; stop >= 0 && !met[stop] {
			met[stop] = true
			order = append(order, stop)
		}
	}
	return order
}

// eachStep calls visit for the chosen step of each stage, the last one first.
func (p *program) eachStep(visit func(at stage, s step)) {
	crosses := len(p.layout.Crosses)
	at := len(p.nodes) - 1
	for i := len(p.stages) - 1; i >= 0; i-- {
		n := p.nodes[at]
		if n.step != stay {
			visit(p.stages[i], step{kind(int(n.step) / crosses), int(n.step) % crosses})
		}
		at = int(n.before)
	}
}

// addEdges adds what a step walks.
func (p *program) addEdges(g *graph, at stage, s step) {
	switch s.kind {
	case single, double:
		crosses := len(p.layout.Crosses)
		crossing := at.column*crosses + s.at
		g.add(crossing, crossing+crosses, int(s.kind-single)+1)
	case leave, flip:
	default:
		if at.block >= 0 {
			p.addBlockEdges(g, at, s)
		}
	}
}

// addBlockEdges adds what a step walks inside a block.
func (p *program) addBlockEdges(g *graph, at stage, s step) {
	points := p.pointsOf(at.column, at.block)
	switch {
	case s.kind == through:
		g.chain(points, 1)
	case s.kind == twice:
		g.chain(points, 2)
	case s.kind == ends:
		gap, _ := widestGap(p.picksOf(at.column, at.block))
		g.chain(points[:gap+1], 2)
		g.chain(points[gap+1:], 2)
	case s.at == at.block:
		g.chain(points[:len(points)-1], 2)
	default:
		g.chain(points[1:], 2)
	}
}

// pointsOf returns the points of a block from its lower to its upper crossing.
func (p *program) pointsOf(column, block int) []int {
	crosses := len(p.layout.Crosses)
	points := []int{column*crosses + block}
	for _, pick := range p.picksOf(column, block) {
		points = append(points, len(p.columns)*crosses+pick.stop)
	}
	return append(points, column*crosses+block+1)
}

// euler returns the points of a walk over every edge once, beginning at start
// (Hierholzer 1873).
func (g *graph) euler(start int) []int {
	var walked []int
	for open := []int{start}; len(open) > 0; {
		at := open[len(open)-1]
		next, found := g.take(at)
		if found {
			open = append(open, next)
			continue
		}
		walked = append(walked, at)
		open = open[:len(open)-1]
	}
	slices.Reverse(walked)
	return walked
}

// take uses up one edge of a point and returns the point at its other end.
func (g *graph) take(at int) (next int, found bool) {
	for len(g.edges[at]) > 0 {
		last := len(g.edges[at]) - 1
		e := g.edges[at][last]
		g.edges[at] = g.edges[at][:last]
		if !e.used {
			g.edges[e.to][e.back].used = true
			return e.to, true
		}
	}
	return 0, false
}
