package allocation

import (
	"database/sql"
	"testing"

	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// asks is a line of an order of the owner 1 in the warehouse 1 that misses pieces.
func asks(pieces int) *wish {
	return &wish{OrderID: 7, WarehouseID: 1, ConsignorID: 1, ProductID: 1, Quality: "ZP", Missing: contract.Pieces(pieces)}
}

// there is stock that nothing keeps from it.
func there(pieces int, more ...func(*piece)) *piece {
	p := &piece{candidate: *lying(1, pieces), WarehouseID: 1, ConsignorID: 1, PositionStatus: "normal", PickAllowed: true, LotStatus: "ok"}
	for _, change := range more {
		change(p)
	}
	return p
}

// What keeps stock from a line, one by one.
var (
	elsewhere   = func(p *piece) { p.WarehouseID = 2 }
	ofSomebody  = func(p *piece) { p.ConsignorID = 2 }
	damaged     = func(p *piece) { p.Quality = "CC" }
	onHold      = func(p *piece) { p.Held = true }
	ofBadLot    = func(p *piece) { p.LotStatus = "hold" }
	noPicking   = func(p *piece) { p.PickAllowed = false }
	inOthers    = func(p *piece) { p.AreaOwner = sql.NullInt64{Int64: 2, Valid: true} }
	isOld       = func(p *piece) { p.ExpDate = sql.NullString{String: "2020-01-01", Valid: true} }
	shutFor     = func(status string) func(*piece) { return func(p *piece) { p.PositionStatus = status } }
	at          = func(use string) func(*piece) { return func(p *piece) { p.Use = use } }
	reservedAll = func(p *piece) { p.Reserved = p.OnHand }
	underWay    = func(p *piece) { p.Coming = p.Reserved }
)

// TestStockSaysWhatKeepsItFromALine names the first that stands in the way: what is not asked
// for before where it lies, and that before its state.
func TestStockSaysWhatKeepsItFromALine(t *testing.T) {
	t.Parallel()
	ofLot := asks(1)
	ofLot.LotNo = sql.NullString{String: "L1", Valid: true}
	for _, tt := range []struct {
		name string
		p    *piece
		w    *wish
		want string
	}{
		{"nothing", there(1), asks(1), nothingBlocks},
		{"a position that takes nothing in gives out", there(1, shutFor("no_in")), asks(1), nothingBlocks},
		{"an area of the owner's own", there(1, func(p *piece) { p.AreaOwner = sql.NullInt64{Int64: 1, Valid: true} }), asks(1), nothingBlocks},
		{"another owner", there(1, ofSomebody, elsewhere), asks(1), otherOwner},
		{"another building", there(1, elsewhere, damaged), asks(1), otherWarehouse},
		{"another quality", there(1, damaged, onHold), asks(1), otherQuality},
		{"another lot", there(1), ofLot, otherLot},
		{"the lot that is asked for", there(1, func(p *piece) { p.LotNo = sql.NullString{String: "L1", Valid: true} }), ofLot, nothingBlocks},
		{"not put away yet", there(1, at(contract.UseStagingIn), onHold), asks(1), inReceiving},
		{"came back", there(1, at(contract.UseReturns)), asks(1), inReturns},
		{"in a tote", there(1, at(contract.UseTote)), asks(1), takenOut},
		{"packed", there(1, at(contract.UseShipStaging)), asks(1), takenOut},
		{"between buildings", there(1, at(contract.UseInTransit)), asks(1), onTheRoad},
		{"outside", there(1, at(contract.UseScrap)), asks(1), outside},
		{"held", there(1, onHold, ofBadLot), asks(1), held},
		{"its lot is held", there(1, ofBadLot, shutFor("frozen")), asks(1), lotHeld},
		{"a frozen position", there(1, shutFor("frozen"), inOthers), asks(1), positionShut},
		{"a position that gives nothing out", there(1, shutFor("no_out")), asks(1), positionShut},
		{"an area of another owner", there(1, inOthers, noPicking), asks(1), areaOfOther},
		{"an area that nothing is picked from", there(1, noPicking, isOld), asks(1), setApart},
		{"expired", there(1, isOld), asks(1), tooOld},
	} {
		if got := tt.p.blockOf(tt.w, today); got != tt.want {
			t.Errorf("%s: kept by %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestTheCauseIsWhatHasToBeLiftedLast: with all of a cause and of the easier ones the line
// has what it misses.
func TestTheCauseIsWhatHasToBeLiftedLast(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		stock []*piece
		want  string
	}{
		{"enough is free", []*piece{there(5)}, nothingBlocks},
		{"enough waits to be put away", []*piece{there(2), there(3, at(contract.UseStagingIn)), there(9, onHold)}, inReceiving},
		{"receiving alone does not do", []*piece{there(2), there(2, at(contract.UseStagingIn)), there(1, onHold)}, held},
		{"to the last piece", []*piece{there(5, onHold)}, held},
		{"a piece too little", []*piece{there(4, onHold)}, NoStock},
		{"others have it", []*piece{there(5, reservedAll)}, reserved},
		{"others have some, the rest is held", []*piece{there(3, reservedAll), there(2, onHold)}, reserved},
		{"it is being brought", []*piece{there(5, noPicking, reservedAll, underWay)}, setApart},
		{"another has what lies apart", []*piece{there(5, noPicking, reservedAll)}, reserved},
		{"what another owner has does not count", []*piece{there(9, ofSomebody), there(9, elsewhere), there(9, damaged)}, NoStock},
		{"what is picked for others does not count", []*piece{there(9, at(contract.UseTote))}, NoStock},
		{"nothing lies anywhere", nil, NoStock},
	} {
		if got := asks(5).cause(tt.stock, today); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestAnOrderIsAsBadAsItsWorstLine(t *testing.T) {
	t.Parallel()
	for _, tt := range [][3]string{
		{"", nothingBlocks, nothingBlocks},
		{inReceiving, nothingBlocks, inReceiving},
		{inReceiving, held, held},
		{reserved, held, reserved},
		{reserved, NoStock, NoStock},
		{NoStock, reserved, NoStock},
		{"", NoStock, NoStock},
	} {
		if got := worse(tt[0], tt[1]); got != tt[2] {
			t.Errorf("of %q and %q the worse is %q", tt[0], tt[1], got)
		}
	}
}
