package batching

import "math/rand/v2"

// known remembers the costs of sets of orders met before, as many as there is room
// for: a set takes the place of another one that its key leads to.
type known struct {
	keys    []uint64 // random per order; the key of a set is their exclusive or
	entries []entry
}

type entry struct {
	key  uint64
	cost int64
}

// mostKnown is the number of sets remembered at most, in 8 MB.
const mostKnown = 1 << 19

func newKnown(orders int, random *rand.Rand) known {
	const perOrder = 1 << 13
	size := 1
	for size < min(orders*perOrder, mostKnown) {
		size *= 2
	}
	k := known{make([]uint64, orders), make([]entry, size)}
	for i := range k.keys {
		k.keys[i] = random.Uint64()
	}
	return k
}

// key is the key of a batch after one order has come and one has left.
func (k *known) key(b *batch, come, gone int) uint64 {
	key := b.key
	if come != nobody {
		key ^= k.keys[come]
	}
	if gone != nobody {
		key ^= k.keys[gone]
	}
	return key
}

// at is the place of a key.
func (k *known) at(key uint64) *entry { return &k.entries[key&uint64(len(k.entries)-1)] }
