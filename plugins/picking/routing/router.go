package routing

import "sync"

// Tour is a walk past all stops.
type Tour struct {
	Length int64 // millimetres
	Order  []int // indexes of the stops in the order of the walk, each once
}

// Router finds shortest walks in one layout. It may be used from several
// goroutines at a time.
type Router struct {
	layout  Layout
	machine *machine
	spare   sync.Pool // of *program
}

// NewRouter prepares the tables for a layout; see Layout.Check for its errors.
func NewRouter(layout Layout) (*Router, error) {
	if err := layout.Check(); err != nil {
		return nil, err
	}
	return &Router{layout: layout, machine: newMachine(len(layout.Crosses))}, nil
}

// Check reports the first stop that lies outside of the layout.
func (r *Router) Check(stops []Stop) error { return r.layout.CheckStops(stops) }

// Length returns the length in millimetres of the shortest walk from the depot
// past all stops and back. The stops must have passed Check.
func (r *Router) Length(stops []Stop) int64 {
	p := r.program()
	defer r.spare.Put(p)
	return p.solve(r.layout.Depot, stops)
}

// Zone numbers the part of an aisle between two cross aisles that a stop lies
// in. Walks of stops with few different zones tend to be short.
func (r *Router) Zone(s Stop) int {
	return s.Aisle*(len(r.layout.Crosses)-1) + r.layout.blockOf(s.Y)
}

// Route returns a shortest walk from the depot past all stops and back. It
// fails only for a stop outside of the layout.
func (r *Router) Route(stops []Stop) (Tour, error) {
	return r.RouteFrom(r.layout.Depot, stops)
}

// RouteFrom returns a shortest walk from a gate past all stops to the depot,
// for a picker who has already left. It fails for a gate or a stop outside of
// the layout.
func (r *Router) RouteFrom(from Gate, stops []Stop) (Tour, error) {
	if err := r.layout.checkGate(from); err != nil {
		return Tour{}, err
	}
	if err := r.Check(stops); err != nil {
		return Tour{}, err
	}
	p := r.program()
	defer r.spare.Put(p)
	length := p.solve(from, stops)
	return Tour{Length: length, Order: p.walk(from)}, nil
}

func (r *Router) program() *program {
	p, ok := r.spare.Get().(*program)
	if !ok {
		return &program{layout: &r.layout, machine: r.machine}
	}
	return p
}
