package routing

import "sync"

// Tour is a walk past all stops.
type Tour struct {
	Length int64 // millimetres
	Order  []int // indexes of the stops in the order of the walk, each once
	Kind   Kind
}

// Router finds shortest walks in one layout. It may be used from several
// goroutines at a time.
type Router struct {
	layout Layout
	spare  sync.Pool // of *program
}

// mark is a gate that a walk touches: as a whole walk does (touch), as one that
// begins or ends there (flip), or as a piece of a walk that hangs together
// outside of the area (moor).
type mark struct {
	gate Gate
	kind kind
}

// origin is a stop inside an aisle where a walk begins, and the side on which it
// leaves its block for good.
type origin struct {
	stop  Stop
	index int // of the stop
	up    bool
}

// errand is what a walk does beside passing its stops.
type errand struct {
	marks  []mark
	origin *origin
}

// NewRouter prepares a layout; see Layout.Check for its errors.
func NewRouter(layout Layout) (*Router, error) {
	if err := layout.Check(); err != nil {
		return nil, err
	}
	return &Router{layout: layout}, nil
}

// Check reports the first stop that lies outside of the layout.
func (r *Router) Check(stops []Stop) error { return r.layout.CheckStops(stops) }

// Length returns the length in millimetres of the shortest walk from the depot
// past all stops and back. The stops must have passed Check.
func (r *Router) Length(stops []Stop) int64 { return r.length(r.roundTrip(), stops) }

// Zone numbers the part of an aisle between two cross aisles that a stop lies
// in. Walks of stops with few different zones tend to be short.
func (r *Router) Zone(s Stop) int { return r.layout.zone(s) }

// Gauge prepares for measuring many walks past the same stops. What it returns
// is Length for the stops of the groups with the given indexes, many times as
// fast. The stops must have passed Check; it serves one goroutine.
func (r *Router) Gauge(groups [][]Stop) func(of []int) int64 {
	return r.gauge(r.roundTrip(), groups)
}

// Route returns a shortest walk from the depot past all stops and back. It
// fails only for a stop outside of the layout.
func (r *Router) Route(stops []Stop) (Tour, error) {
	return r.RouteFrom(r.layout.Depot, stops)
}

// RouteFrom returns a shortest walk from a gate past all stops to the depot. It
// fails for a gate or a stop outside of the layout.
func (r *Router) RouteFrom(from Gate, stops []Stop) (Tour, error) {
	if err := r.layout.checkGate(from); err != nil {
		return Tour{}, err
	}
	if err := r.Check(stops); err != nil {
		return Tour{}, err
	}
	e := r.roundTrip()
	if from != r.layout.Depot {
		e.marks = []mark{{r.layout.Depot, flip}, {from, flip}}
	}
	var g graph
	d, length := r.draw(e, stops, &g)
	order := make([]int, 0, len(stops))
	met := make([]bool, len(stops))
	for _, point := range g.euler(d.gate(from)) {
		if stop := point - d.stop(0); stop >= 0 && !met[stop] {
			met[stop] = true
			order = append(order, stop)
		}
	}
	r.spare.Put(d.program)
	return Tour{Length: length, Order: order}, nil
}

func (r *Router) roundTrip() errand { return errand{marks: []mark{{r.layout.Depot, touch}}} }

// length measures the shortest walk of an errand.
func (r *Router) length(e errand, stops []Stop) int64 {
	p := r.program(e, stops)
	defer r.spare.Put(p)
	return p.solve(false)
}

// draw puts the shortest walk of an errand into a graph. The program of the
// drawing is the caller's to put back.
func (r *Router) draw(e errand, stops []Stop, g *graph) (drawing, int64) {
	p := r.program(e, stops)
	length := p.solve(true)
	return p.draw(g), length
}

// program is one that is ready to solve an errand past stops.
func (r *Router) program(e errand, stops []Stop) *program {
	p, ok := r.spare.Get().(*program)
	if !ok {
		p = &program{layout: &r.layout}
	}
	p.errand = e
	p.shelves.fill(p.layout, stops)
	return p
}
