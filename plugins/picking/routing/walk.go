package routing

import "slices"

// edge joins two points of the walk.
type edge struct {
	to   int
	back int // index of the same edge seen from its other end
	used bool
}

// graph holds the edges of the shortest walk, each as often as it is walked.
type graph struct {
	edges [][]edge // per point
}

// grow adds points and returns the number of the first.
func (g *graph) grow(points int) int {
	first := len(g.edges)
	g.edges = append(g.edges, make([][]edge, points)...)
	return first
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

// drawing is the solution of a program in a graph: first its crossings, column
// by column, then its stops.
type drawing struct {
	*program
	graph *graph
	first int
}

// draw adds the edges of the solution to a graph.
func (p *program) draw(g *graph) drawing {
	crossings := len(p.columns) * len(p.layout.Crosses)
	d := drawing{p, g, g.grow(crossings + len(p.shelves.picks))}
	at := len(p.nodes) - 1
	for i := len(p.stages) - 1; i >= 0; i-- {
		n := p.nodes[at]
		d.addEdges(i, p.nodes[n.before].state, n.step)
		at = int(n.before)
	}
	return d
}

// gate is the point of a gate.
func (d drawing) gate(g Gate) int {
	column := slices.IndexFunc(d.columns, func(c column) bool { return c.x == g.X })
	return d.crossing(column, g.Cross)
}

func (d drawing) crossing(column, cross int) int {
	return d.first + column*len(d.layout.Crosses) + cross
}

// stop is the point of a stop.
func (d drawing) stop(i int) int { return d.first + len(d.columns)*len(d.layout.Crosses) + i }

// addEdges adds what the choice of a stage walks that came from a state.
func (d drawing) addEdges(i int, from uint16, chosen uint8) {
	at := d.stages[i]
	if at.width > 0 {
		way := d.machine.crossings[from][chosen]
		for v := range d.layout.Crosses {
			d.graph.add(d.crossing(at.column, v), d.crossing(at.column, v)+len(d.layout.Crosses), int(way.each[v]))
		}
		return
	}
	begin := 0
	if i > 0 {
		begin = d.stages[i-1].end
	}
	if step := d.choices[begin+int(chosen)].step; at.part != nil && step != stay {
		d.addBlockEdges(at, d.machine.step(step))
	}
}

// addBlockEdges adds what a step walks inside a block.
func (d drawing) addBlockEdges(at stage, s step) {
	points, part := d.pointsOf(at), at.part
	fromLow := s.at == part.at
	switch {
	case s.kind == through || s.kind == flip:
		d.graph.chain(points, 1)
	case s.kind == twice:
		d.graph.chain(points, 2)
	case s.kind == ends || !part.oneSided(fromLow):
		gap, _ := widestGap(d.picksOf(*part))
		gap += btoi(part.low)
		d.graph.chain(points[:gap], 2)
		d.graph.chain(points[gap:], 2)
	case fromLow:
		d.graph.chain(points[:len(points)-1], 2)
	default:
		d.graph.chain(points[1:], 2)
	}
}

// pointsOf returns the points of a block from its lower to its upper end.
func (d drawing) pointsOf(at stage) []int {
	var points []int
	if at.part.low {
		points = append(points, d.crossing(at.column, at.part.at))
	}
	for _, pick := range d.picksOf(*at.part) {
		points = append(points, d.stop(pick.stop))
	}
	if at.part.high {
		points = append(points, d.crossing(at.column, at.part.at+1))
	}
	return points
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
