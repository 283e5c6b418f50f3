package parcels

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/enginetest"
)

var (
	many = flag.Int("parcels", 40, "parcels to play on each database")
	days = flag.Int("days", 5, "days to play them in")
	seed = flag.Uint64("seed", 0, "seed of the days; 0 takes the clock")
	runs = flag.Int("runs", 1, "runs on each database, which must make the same rows")
)

// TestAMonthOfParcels plays the days on either database, again and again by one seed: each
// time the product says what the book says, and the rows are the same.
func TestAMonthOfParcels(t *testing.T) {
	t.Parallel()
	if *seed == 0 {
		*seed = uint64(time.Now().UnixNano())
	}
	var digests []string
	for range *runs {
		enginetest.EachDSN(t, func(t *testing.T, dsn string) {
			t.Logf("seed %d", *seed)
			began := time.Now()
			y := enter(t, dsn, *seed)
			y.plays()
			t.Logf("%d parcels, %d fees, %d statements in %v: %.1f parcels/s", len(y.book.parcels), len(y.book.fees), len(y.book.bills), time.Since(began).Round(time.Millisecond), float64(*many)/time.Since(began).Seconds())
			y.tell()
			digests = append(digests, y.digest())
		})
	}
	if distinct := slices.Compact(slices.Clone(digests)); !t.Failed() && len(distinct) != 1 {
		t.Errorf("the runs of seed %d made different rows: %v", *seed, digests)
	}
}

// plays plays the days.
func (y *yard) plays() {
	y.Helper()
	billed, began := 1, time.Now()
	for y.today <= *days {
		left := *many / *days
		if y.today == *days {
			left = *many - left*(*days-1)
		}
		y.aDay(left)
		y.look()
		y.Logf("day %d: %d parcels, %d fees after %v", y.today, len(y.book.parcels), len(y.book.fees), time.Since(began).Round(time.Second))
		y.morning()
		y.nightfall()
		if y.today == (*days+1)/2+1 || y.today == *days+1 || y.fills() {
			y.states(y.dayOf(billed), y.dayOf(y.today-1))
			y.world.Verify(y.T)
			billed = y.today
		}
	}
	y.look()
}

// aDay is what people do in a day, with parcels of the days before as far as they are.
func (y *yard) aDay(fresh int) {
	y.Helper()
	y.trouble()
	y.clear()
	y.arrive()
	y.deliver()
	y.announce(fresh)
	y.receive()
	y.weigh()
	y.packAnew()
	y.weigh()
	y.price()
	y.number()
	y.prints()
	y.load()
	y.prods(max(fresh/3, 5))
	y.claims()
	y.feesByHand()
	for range 2 {
		y.arrives()
		y.sendOrder()
	}
	y.comesBack()
}

// enough parcels that everything must have happened.
const enough = 1000

// musts are what no month of some length goes without.
var musts = []string{
	"waybill_import", "courier_import", "receive", "receive by plan", "measure", "weight differs", "weighed again", "merge", "split", "price", "pay", "number",
	"number by the carrier", "void_number", "print", "sort", "collect", "bag", "depart", "customs release", "customs reject", "hand_over", "deliver",
	"delivered by the carrier", "give_back", "destroy", "lose", "cancel", "hold", "unhold", "case", "claim paid", "claim withdrawn", "receipt", "receipt reversed", "shipment",
	"shipment taken back", "return", "statement", "fee struck",
}

// tell logs what was done and what was refused, so that nobody believes in days on which
// nothing happened.
func (y *yard) tell() {
	y.Helper()
	for _, kind := range slices.Sorted(maps.Keys(y.book.done)) {
		y.Logf("%6d %s, %d refused", y.book.done[kind], kind, y.book.refused[kind])
	}
	for _, kind := range musts {
		if *many >= enough && y.book.done[kind] == 0 {
			y.Errorf("%s never happened", kind)
		}
	}
}

// digest is one figure of all rows that were made, but for their ids and instants.
func (y *yard) digest() string {
	all := slices.Concat(y.parcelLines(), y.goodsLines(), y.feeLines(), y.billLines(), y.nightLines(), y.eventLines())
	for i, line := range all {
		all[i] = byHouse.ReplaceAllString(line, "SIM")
	}
	all = inTurn(all)
	slices.Sort(all)
	sum := sha256.Sum256([]byte(strings.Join(all, "\n")))
	return hex.EncodeToString(sum[:8])
}

var (
	byHouse = regexp.MustCompile(`SIM[0-9]+`)            // the carrier gives numbers in the order in which it is asked
	ofDay   = regexp.MustCompile(`\b[A-Z]+[0-9]{11,}\b`) // numbers of documents may have gaps where one was refused
)

// inTurn puts the turn of a document in the place of its number.
func inTurn(lines []string) []string {
	seen := map[string]bool{}
	for _, line := range lines {
		for _, no := range ofDay.FindAllString(line, -1) {
			seen[no] = true
		}
	}
	turn := map[string]string{}
	for i, no := range slices.Sorted(maps.Keys(seen)) {
		turn[no] = no[:2] + strconv.Itoa(i)
	}
	for i, line := range lines {
		lines[i] = ofDay.ReplaceAllStringFunc(line, func(no string) string { return turn[no] })
	}
	return lines
}

// eventLines are what people and carriers said of parcels, and what the ledger has of goods.
func (y *yard) eventLines() []string {
	return slices.Concat(
		y.lines(`SELECT `+text("w.doc_no", "e.tracking_code", "e.tracking_source", "e.milestone", "e.note")+` FROM tracking_event e JOIN waybill w ON w.id = e.waybill_id`),
		y.lines(`SELECT `+text("p.doc_no", "p.status", "p.line_count")+` FROM panel p`),
		y.lines(`SELECT `+text("c.doc_no", "c.status", "c.tax_total")+` FROM customs_bill c`),
		y.lines(`SELECT `+text("c.doc_no", "c.status", "c.claimed", "c.offered")+` FROM claim c`),
		y.lines(`SELECT `+text("p.sku", "m.code", "m.qty", "m.balance")+` FROM stock_move m JOIN product p ON p.id = m.product_id`),
	)
}
