package routing

import "slices"

// block is the part of an aisle between two cross aisles, or one of the two
// pieces of it where a walk begins inside it: the way out, and the rest.
type block struct {
	aisle, at int
	lo, hi    int  // its picks among those of the block
	low, high bool // whether it reaches the lower and the upper crossing
}

// oneSided reports whether all picks of a block are served from the one side that
// a step touches: in a whole block from either, in the rest of a block where a
// walk begins from its beginning.
func (b block) oneSided(fromLow bool) bool { return b.low && b.high || fromLow != b.low }

// addBlocks offers the ways to serve each block of an aisle.
func (p *program) addBlocks(column int) {
	for b := range len(p.layout.Crosses) - 1 {
		part := block{aisle: p.columns[column].aisle, at: b, low: true, high: true}
		part.hi = len(p.shelves.zone(p.zone(part)))
		if o := p.errand.origin; o != nil && o.stop.Aisle == part.aisle && p.layout.blockOf(o.stop.Y) == b {
			p.addOrigin(column, part)
			continue
		}
		p.offerBlock(part)
		p.sealBlock(column, part)
	}
}

// sealBlock ends the stage of a block, which it keeps for the drawing of the walk.
func (p *program) sealBlock(column int, part block) {
	p.blocks = append(p.blocks, part)
	p.seal(column, &p.blocks[len(p.blocks)-1])
}

// offerBlock offers the ways to serve a whole block.
func (p *program) offerBlock(part block) {
	b, picks := part.at, p.picksOf(part)
	low, high := p.layout.Crosses[b], p.layout.Crosses[b+1]
	p.offer(through, b, high-low)
	p.offer(twice, b, 2*(high-low))
	if len(picks) == 0 {
		p.choices = append(p.choices, choice{step: stay})
		return
	}
	p.offer(touch, b, 2*(picks[len(picks)-1].y-low))
	p.offer(touch, b+1, 2*(high-picks[0].y))
	if len(picks) > 1 {
		_, gap := widestGap(picks)
		p.offer(ends, b, 2*(high-low-gap))
	}
}

// addOrigin offers the ways to serve the block in which the walk begins. It
// leaves the block once for good, on the side that the errand says, and passes
// the picks on that side. Those on the other side are served there and back,
// from where it begins, from the far crossing, or from both.
func (p *program) addOrigin(column int, whole block) {
	out, rest := whole, whole
	picks := p.picksOf(whole)
	start := slices.IndexFunc(picks, func(k pick) bool { return k.stop == p.errand.origin.index })
	y, low, high := picks[start].y, p.layout.Crosses[whole.at], p.layout.Crosses[whole.at+1]
	near, far := whole.at, whole.at+1
	exit, depth, reach := y-low, high-y, picks[len(picks)-1].y-y
	out.hi, out.high, rest.lo, rest.low = start+1, false, start, false
	if p.errand.origin.up {
		near, far = far, near
		exit, depth, reach = depth, exit, y-picks[0].y
		out, rest = whole, whole
		out.lo, out.low, rest.hi, rest.high = start, false, start+1, false
	}
	p.offer(flip, near, exit)
	p.sealBlock(column, out)
	p.offer(touch, near, 2*reach)
	p.offer(twice, whole.at, 2*depth)
	if left := p.picksOf(rest); len(left) > 1 {
		_, gap := widestGap(left)
		p.offer(touch, far, 2*(depth-gap))
	}
	p.sealBlock(column, rest)
}

func (p *program) zone(part block) int { return part.aisle*(len(p.layout.Crosses)-1) + part.at }

// picksOf are the picks of a block, or of a piece of it.
func (p *program) picksOf(part block) []pick { return p.shelves.zone(p.zone(part))[part.lo:part.hi] }
