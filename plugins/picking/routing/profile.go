package routing

// use says how often the walk built so far touches the frontier at one cross
// aisle. Only the parity counts: an Euler walk needs even ends everywhere.
type use uint8

const (
	unused use = iota
	odd
	even
)

// profile is all that the rest of the walk has to know of the part left of the
// frontier: for each cross aisle the parity of its end there, and which ends
// belong to one connected piece. Pieces are numbered from 1 in the order of
// the cross aisles, so that equal situations have equal profiles.
type profile struct {
	uses   [MaxCrosses + 1]use // one more for the pier
	pieces [MaxCrosses + 1]uint8
	closed bool // the walk is complete; nothing more may be added
}

// kind is a kind of step from one profile to the next.
type kind uint8

const (
	through kind = iota // pass a block of the aisle once
	twice               // pass it there and back
	ends                // enter it from both ends and turn back, leaving a gap
	touch               // be at a cross aisle without a change of parity
	flip                // begin or end an open walk at a cross aisle
	moor                // be at a cross aisle and hang together with the pier
	leave               // do not follow a cross aisle to the next aisle
	single              // follow it once
	double              // follow it there and back
	kinds
)

// step is a kind of step at a block or a cross aisle, both counted from 0.
type step struct {
	kind kind
	at   int
}

// apply returns the profile after a step and whether the step is allowed. The
// pier is what lies outside of the area: pieces that are moored to it hang
// together there. It has the number behind the last cross aisle.
func (p profile) apply(s step, pier int) (profile, bool) {
	if p.closed {
		return p, s.kind == leave
	}
	switch s.kind {
	case through:
		return p.touched(s.at).touched(s.at+1).flipped(s.at).flipped(s.at+1).joined(s.at, s.at+1), true
	case twice:
		return p.touched(s.at).touched(s.at+1).joined(s.at, s.at+1), true
	case ends:
		return p.touched(s.at).touched(s.at + 1), true
	case touch:
		return p.touched(s.at), true
	case flip:
		return p.touched(s.at).flipped(s.at), true
	case moor:
		return p.touched(s.at).joined(pier, s.at), p.uses[pier] != unused
	case leave:
		return p.left(s.at)
	case single:
		return p, p.uses[s.at] == odd
	case double:
		return p, p.uses[s.at] == even
	default:
		return p, false
	}
}

// touched makes sure that the walk is at cross aisle v, as a new piece if need be.
func (p profile) touched(v int) profile {
	if p.uses[v] == unused {
		p.uses[v] = even
		p.pieces[v] = MaxCrosses + 2
	}
	return p.renumbered()
}

func (p profile) flipped(v int) profile {
	p.uses[v] = odd + even - p.uses[v]
	return p
}

// joined makes one piece of those at two cross aisles.
func (p profile) joined(v, w int) profile {
	kept, gone := p.pieces[v], p.pieces[w]
	for v, piece := range p.pieces {
		if piece == gone {
			p.pieces[v] = kept
		}
	}
	return p.renumbered()
}

// left takes cross aisle v off the frontier. An odd end would stay open, and a
// piece that loses its last end must be the only one: then the walk is closed.
func (p profile) left(v int) (profile, bool) {
	if p.uses[v] != even {
		return p, p.uses[v] == unused
	}
	piece := p.pieces[v]
	p.uses[v], p.pieces[v] = unused, 0
	others := false
	for _, other := range p.pieces {
		if other == piece {
			return p.renumbered(), true
		}
		others = others || other != 0
	}
	p.closed = true
	return p, !others
}

func (p profile) renumbered() profile {
	var names [MaxCrosses + 3]uint8
	var last uint8
	for v, piece := range p.pieces {
		if piece == 0 {
			continue
		}
		if names[piece] == 0 {
			last++
			names[piece] = last
		}
		p.pieces[v] = names[piece]
	}
	return p
}
