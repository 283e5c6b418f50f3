package routing_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/wareloom/wareloom/plugins/picking/routing"
)

// model is a building as a graph of its own: the oracle of these tests. Places are
// millimetres; ways lead along aisles, along cross aisles, and from gate to gate.
type model struct {
	places []at
	index  map[at]int
	ways   [][]int64
	areas  []routing.Area
	halls  []hall
	depot  at
}

type at struct{ hall, x, y int64 } // hall -1 is outside

// hall is an area of this test: aisles and cross aisles as they were built.
type hall struct {
	aisles, crosses []int64
	turned          bool
	gates           []at // outside
}

const (
	nowhere = int64(1) << 40
	pitch   = 1000
	gap     = 3000
)

// randomModel builds one to three areas beside each other, each with bays of 1 m
// and cross aisles of 3 m, with one gate or two, some of them turned.
func randomModel(random *rand.Rand) *model {
	m := &model{index: map[at]int{}, depot: at{-1, random.Int64N(30) * pitch, -random.Int64N(9) * pitch}}
	m.add(m.depot)
	for n := range 1 + random.Int64N(3) {
		m.addHall(random, n, n*(20+random.Int64N(20))*pitch)
	}
	for i, a := range m.places {
		for j, b := range m.places[:i] {
			if a.hall < 0 && b.hall < 0 {
				m.join(i, j, distance(a, b))
			}
		}
	}
	return m
}

func (m *model) addHall(random *rand.Rand, n, offset int64) {
	h := hall{turned: random.IntN(3) == 0}
	blocks, bays := 1+random.Int64N(3), 2+random.Int64N(4)
	low := offset - gap/2
	if blocks == 1 {
		low = offset - pitch
	}
	h.crosses = []int64{low}
	area := routing.Area{}
	for i := range 1 + random.Int64N(4) {
		h.aisles = append(h.aisles, random.Int64N(2)*pitch+i*4000)
		for b := range blocks {
			for bay := range bays {
				y := offset + b*((bays-1)*pitch+gap) + bay*pitch
				area.Positions = append(area.Positions, h.position(h.aisles[i], y))
			}
		}
	}
	for b := range blocks {
		end := offset + b*((bays-1)*pitch+gap) + (bays-1)*pitch
		h.crosses = append(h.crosses, end+(offset-low))
	}
	m.addGates(random, &h, &area)
	m.halls, m.areas = append(m.halls, h), append(m.areas, area)
	m.wire(n, h)
}

// position is a bay in the coordinates of the building.
func (h hall) position(x, y int64) routing.Position {
	p := routing.Position{Aisle: strconv.FormatInt(x, 10), X: float64(x) / 1000, Y: float64(y) / 1000}
	if h.turned {
		p.X, p.Y = p.Y, p.X
	}
	return p
}

// addGates states gates at or near ends of cross aisles.
func (m *model) addGates(random *rand.Rand, h *hall, area *routing.Area) {
	for range 1 + random.IntN(2) {
		x := h.aisles[random.IntN(len(h.aisles))] + random.Int64N(3)*pitch - pitch
		y := h.crosses[random.IntN(len(h.crosses))]
		if y == h.crosses[0] && random.IntN(2) == 0 {
			y -= pitch
		}
		p := h.position(x, y)
		area.Gates = append(area.Gates, routing.Point{X: p.X, Y: p.Y})
		h.gates = append(h.gates, at{-1, x, y})
	}
}

// wire adds the ways inside an area and those through its gates.
func (m *model) wire(n int64, h hall) {
	for _, y := range h.crosses {
		row := slices.Clone(h.aisles)
		for _, g := range h.gates {
			row = append(row, g.x)
		}
		slices.Sort(row)
		for i, x := range row {
			m.add(at{n, x, y})
			if i > 0 {
				m.join(m.index[at{n, row[i-1], y}], m.index[at{n, x, y}], x-row[i-1])
			}
		}
	}
	for _, x := range h.aisles {
		for i := 1; i < len(h.crosses); i++ {
			m.join(m.index[at{n, x, h.crosses[i-1]}], m.index[at{n, x, h.crosses[i]}], h.crosses[i]-h.crosses[i-1])
		}
	}
	for _, g := range h.gates {
		outside := g
		if h.turned {
			outside.x, outside.y = g.y, g.x
		}
		inside := at{n, g.x, nearestOf(h.crosses, g.y)}
		m.join(m.add(outside), m.index[inside], distance(inside, at{n, g.x, g.y}))
	}
}

func nearestOf(values []int64, v int64) int64 {
	best := values[0]
	for _, value := range values {
		if max(value-v, v-value) < max(best-v, v-best) {
			best = value
		}
	}
	return best
}

func distance(a, b at) int64 { return max(a.x-b.x, b.x-a.x) + max(a.y-b.y, b.y-a.y) }

func (m *model) add(p at) int {
	if i, known := m.index[p]; known {
		return i
	}
	m.index[p] = len(m.places)
	m.places = append(m.places, p)
	for i := range m.ways {
		m.ways[i] = append(m.ways[i], nowhere)
	}
	row := slices.Repeat([]int64{nowhere}, len(m.places))
	row[len(row)-1] = 0
	m.ways = append(m.ways, row)
	return len(m.places) - 1
}

func (m *model) join(a, b int, length int64) {
	m.ways[a][b], m.ways[b][a] = min(m.ways[a][b], length), min(m.ways[b][a], length)
}

// stand adds a place inside an aisle.
func (m *model) stand(n int64, x, y int64) int {
	if i, known := m.index[at{n, x, y}]; known {
		return i
	}
	i := m.add(at{n, x, y})
	for j, p := range m.places {
		if p.hall == n && p.x == x && j != i {
			m.join(i, j, distance(p, at{n, x, y}))
		}
	}
	return i
}

// close makes every way the shortest (Floyd 1962).
func (m *model) close() {
	for via := range m.places {
		for a := range m.places {
			for b := range m.places {
				m.ways[a][b] = min(m.ways[a][b], m.ways[a][via]+m.ways[via][b])
			}
		}
	}
}

// shortest is the length of the shortest order of stops from a place to the depot
// (Held & Karp 1962).
func (m *model) shortest(from int, stops []int) int64 {
	n := len(stops)
	if n == 0 {
		return m.ways[from][0]
	}
	best := make([][]int64, 1<<n)
	for set := 1; set < 1<<n; set++ {
		best[set] = slices.Repeat([]int64{nowhere}, n)
		for last := range n {
			rest := set &^ (1 << last)
			switch rest {
			case set:
			case 0:
				best[set][last] = m.ways[from][stops[last]]
			default:
				for before := range n {
					best[set][last] = min(best[set][last], best[rest][before]+m.ways[stops[before]][stops[last]])
				}
			}
		}
	}
	length := nowhere
	for last := range n {
		length = min(length, best[1<<n-1][last]+m.ways[stops[last]][0])
	}
	return length
}

// walked is the length of an order.
func (m *model) walked(from int, stops, order []int) int64 {
	var length int64
	for _, i := range order {
		length += m.ways[from][stops[i]]
		from = stops[i]
	}
	return length + m.ways[from][0]
}

func TestWalksThroughABuildingAreShortest(t *testing.T) {
	t.Parallel()

	random := rand.New(rand.NewPCG(seed, 7))
	for n := range 1500 {
		m := randomModel(random)
		house, err := routing.NewBuilding(m.point(m.depot), m.areas)
		if err != nil {
			t.Fatal(err)
		}
		var spots []routing.Spot
		var stops []int
		for range 1 + random.IntN(7) {
			spot, stop := m.draw(random, house)
			spots, stops = append(spots, spot), append(stops, stop)
		}
		m.close()
		from := 0
		tour := house.Route(spots)
		if n%2 == 0 {
			from = stops[0]
			spots, stops = spots[1:], stops[1:]
			tour = house.RouteFrom(spotAt(house, m, from), spots)
		}
		want := m.shortest(from, stops)
		if len(stops) == 0 && from == 0 {
			want = 0
		}
		if tour.Length != want || m.walked(from, stops, tour.Order) != want || tour.Kind != routing.Exact {
			t.Fatalf("seed %d, case %d: length %d, walked %d, want %d (areas %d, from %v)", seed, n, tour.Length, m.walked(from, stops, tour.Order), want, len(m.areas), from != 0)
		}
		if n%2 == 1 && house.Length(spots) != tour.Length {
			t.Fatalf("seed %d, case %d: Length = %d, Route has %d", seed, n, house.Length(spots), tour.Length)
		}
	}
}

func (m *model) point(p at) routing.Point {
	return routing.Point{X: float64(p.x) / 1000, Y: float64(p.y) / 1000}
}

// draw picks a bay at random.
func (m *model) draw(random *rand.Rand, house *routing.Building) (routing.Spot, int) {
	n := random.IntN(len(m.halls))
	p := m.areas[n].Positions[random.IntN(len(m.areas[n].Positions))]
	x, y := int64(p.X*1000), int64(p.Y*1000)
	if m.halls[n].turned {
		x, y = y, x
	}
	return house.Spot(n, p), m.stand(int64(n), x, y)
}

func spotAt(house *routing.Building, m *model, place int) routing.Spot {
	p := m.places[place]
	return house.Spot(int(p.hall), m.halls[p.hall].position(p.x, p.y))
}
