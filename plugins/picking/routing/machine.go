package routing

// none marks a step that a state does not allow.
const none = ^uint16(0)

// machine is the table of all profiles that can occur with a number of cross
// aisles and of the steps between them. State 0 is the walk not yet begun.
type machine struct {
	steps  int      // row length of next
	next   []uint16 // state after a step, or none
	closed uint16   // the state of a complete walk
	states int
}

// newMachine explores every profile reachable from the empty one: 14 states
// for 2 cross aisles, some thousands for 5.
func newMachine(crosses int) *machine {
	all := stepsOf(crosses)
	m := &machine{steps: len(all)}
	known := map[profile]uint16{{}: 0}
	for queue := []profile{{}}; m.states < len(queue); m.states++ {
		for _, s := range all {
			after, ok := queue[m.states].apply(s)
			if !ok {
				m.next = append(m.next, none)
				continue
			}
			state, seen := known[after]
			if !seen {
				state = uint16(len(queue)) //nolint:gosec // a few thousand at most
				known[after] = state
				queue = append(queue, after)
			}
			m.next = append(m.next, state)
		}
	}
	m.closed = known[profile{closed: true}]
	return m
}

// stepsOf lists the steps in the order of their numbers, see number.
func stepsOf(crosses int) []step {
	steps := make([]step, 0, int(kinds)*crosses)
	for k := range kinds {
		for at := range crosses {
			if k <= ends && at == crosses-1 {
				at = 0 // a block less than cross aisles: the spare number repeats the first
			}
			steps = append(steps, step{k, at})
		}
	}
	return steps
}

// number returns the number of a step in the table.
func number(k kind, at, crosses int) uint8 {
	return uint8(int(k)*crosses + at) //nolint:gosec // below kinds*MaxCrosses
}
