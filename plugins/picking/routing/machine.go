package routing

import "sync"

// none marks a step that a state does not allow.
const none = ^uint16(0)

// machine is the table of all profiles that can occur with a number of cross
// aisles and of the steps between them. State 0 is the walk not yet begun.
type machine struct {
	crosses   int
	steps     int      // row length of next
	next      []uint16 // state after a step, or none
	states    int
	crossings [][]crossing // per state, the ways to the next column
}

// crossing is a way of a whole profile to the next column: how often the walk
// follows each cross aisle.
type crossing struct {
	next  uint16
	times uint8 // in all
	each  [MaxCrosses]uint8
}

// machines are the tables per number of cross aisles, without and with a pier.
// They are made once, when a walk first asks for them.
var machines = func() (all [MaxCrosses + 1][2]func() *machine) {
	for crosses := range all {
		for pier := range all[crosses] {
			all[crosses][pier] = sync.OnceValue(func() *machine { return newMachine(crosses, pier == 1) })
		}
	}
	return all
}()

// newMachine explores every profile reachable from the empty one: 14 states
// for 2 cross aisles, some thousands for 5.
func newMachine(crosses int, pier bool) *machine {
	first := profile{}
	if pier {
		first = first.touched(crosses)
	}
	m := &machine{crosses: crosses, steps: int(kinds) * (crosses + 1)}
	known := map[profile]uint16{first: 0}
	for queue := []profile{first}; m.states < len(queue); m.states++ {
		for n := range m.steps {
			after, ok := queue[m.states], false
			if s := m.step(uint8(n)); s.possible(crosses) { // below kinds*(MaxCrosses+1)
				after, ok = after.apply(s, crosses)
			}
			if !ok {
				m.next = append(m.next, none)
				continue
			}
			state, seen := known[after]
			if !seen {
				state = uint16(len(queue)) // some ten thousands at most
				known[after] = state
				queue = append(queue, after)
			}
			m.next = append(m.next, state)
		}
	}
	m.crossings = make([][]crossing, m.states)
	for state := range m.crossings {
		m.cross(state, 0, crossing{next: uint16(state)}) // as above
	}
	return m
}

// cross lists the ways of a state to the next column from one cross aisle on.
func (m *machine) cross(state, at int, way crossing) {
	if at == m.crosses {
		m.crossings[state] = append(m.crossings[state], way)
		return
	}
	for times, k := range []kind{leave, single, double} {
		after := m.next[int(way.next)*m.steps+int(m.number(k, at))]
		if after == none {
			continue
		}
		more := way
		more.next = after
		more.each[at] = uint8(times) // at most 2
		more.times += more.each[at]
		m.cross(state, at+1, more)
	}
}

// possible reports whether there is a block or a cross aisle for the step. The
// pier, behind the last cross aisle, can only be left.
func (s step) possible(crosses int) bool {
	switch s.kind {
	case through, twice, ends:
		return s.at < crosses-1
	case leave:
		return true
	default:
		return s.at < crosses
	}
}

// number returns the number of a step in the table.
func (m *machine) number(k kind, at int) uint8 {
	return uint8(int(k)*(m.crosses+1) + at) // below kinds*(MaxCrosses+1)
}

// step is the step with a number.
func (m *machine) step(number uint8) step {
	return step{kind(int(number) / (m.crosses + 1)), int(number) % (m.crosses + 1)}
}
