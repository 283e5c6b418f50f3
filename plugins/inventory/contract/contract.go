// Package contract is what other plugins may ask of the stock ledger. The
// inventory plugin implements it; the program hands the implementation to the
// plugins that need it.
package contract

import (
	"context"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
)

// Ledger codes; what each means stands in docs/glossary.md and in the dropdown
// move_code.
const (
	Receipt        = "RCV"
	Putaway        = "PUT"
	Transfer       = "MOV"
	Pick           = "PCK"
	PutBack        = "UNP"
	Pack           = "PAK"
	Ship           = "SHP"
	ReturnIn       = "RTI"
	ReturnToVendor = "RTV"
	CountDiff      = "CNT"
	OtherIn        = "OIN"
	OtherOut       = "OOU"
	Adjust         = "ADJ"
	ChangeOwner    = "OWN"
	ChangeGoods    = "ATT"
	TransferOut    = "TRO"
	TransferIn     = "TRI"
	Material       = "MAT"
	Work           = "WRK"
	Value          = "PRC"
)

// Uses of positions. Goods at a virtual use are outside the building: the ledger
// keeps the leg, but no stock row.
const (
	UseBin         = "bin"
	UseStagingIn   = "staging_in"
	UseTote        = "tote"
	UseShipStaging = "ship_staging"
	UseReturns     = "returns"
	UseVendor      = "vendor"
	UseCustomer    = "customer"
	UseInTransit   = "in_transit"
	UseScrap       = "scrap"
	UseCountDiff   = "count_diff"
	UseOwnerBridge = "owner_bridge"
	UseWork        = "work"
)

// Doc is the document line that a movement or a reservation belongs to.
type Doc struct {
	Type   string // key of the document
	ID     int64
	LineID int64
}

// Place is where goods lie.
type Place struct {
	PositionID int64
	LpnID      int64 // container; 0 for none
}

// Goods is what lies there.
type Goods struct {
	ConsignorID int64
	ProductID   int64
	LotID       int64  // 0 for goods without lot
	Quality     string // value of the dropdown quality
}

// Move is one movement of goods between two places; the ledger writes both legs.
type Move struct {
	Code   string
	Doc    Doc
	Goods  Goods
	Into   *Goods // what the goods become: another owner, lot or quality; nil when unchanged
	Qty    decimal.Decimal
	From   Place
	To     Place
	Reason string
	// ReservationID is the reservation that the movement consumes; without one it
	// takes free stock only.
	ReservationID int64
	// Along lets what is reserved of the goods go with them, when all that lies there goes:
	// its reservations are of the stock that it becomes.
	Along     bool
	Serials   []string // serial numbers moved, for goods under serial control
	ReverseOf int64    // movement that this one takes back
	UnitCost  decimal.NullDecimal
	Currency  string // of UnitCost
	InDate    string // since when the goods are in the building; "" is the date of the place, today from outside
}

// Posted is a movement in the ledger.
type Posted struct {
	MoveNo    int64
	FromQuant int64 // 0 where the place is virtual
	ToQuant   int64
}

// Claim reserves stock of one quant for a document line.
type Claim struct {
	Doc      Doc
	QuantID  int64
	Qty      decimal.Decimal
	Priority int64
}

// Wish is goods that want a bin.
type Wish struct {
	WarehouseID int64
	Goods       Goods
	Qty         decimal.Decimal
	For         int64         // whose walk it is, as a station's session: what others plan counts as put already
	Keep        time.Duration // how long room is kept for the walk; half an hour when 0
}

// Spot is a bin for goods.
type Spot struct {
	PositionID int64
	Code       string
	Barcode    string
	Qty        decimal.Decimal // of the wish, that the bin takes
}

// Owned is the stock of one owner in one warehouse.
type Owned struct {
	WarehouseID int64 `json:"warehouse_id"`
	ConsignorID int64 `json:"consignor_id"`
}

// Freed hears, as the last of a transaction, whose stock in which warehouse became
// free in it: goods came into a bin, a reservation was given up, a hold was lifted.
type Freed func(ctx context.Context, data plugin.Data, of []Owned) error

// Followed is a reservation that went with its goods to other stock.
type Followed struct {
	ReservationID int64
	QuantID       int64
	PositionID    int64
}

// Follow hears, within a posting, which reservations went with their goods.
type Follow func(ctx context.Context, data plugin.Data, list []Followed) error

// Stock is the ledger. Every call works in the transaction of its Data, locks in
// key order and keeps the invariants; a fault leaves nothing behind.
type Stock interface {
	// Post writes movements, in order. Faults: stock.not_enough, stock.held, stock.reserved,
	// stock.position_closed, stock.mix, stock.capacity, stock.along, stock.lot_needed,
	// stock.serial_needed, stock.serial_duplicate, stock.serial_elsewhere.
	Post(ctx context.Context, data plugin.Data, moves []Move) ([]Posted, error)
	// Reverse takes movements back by opposite ones; refused when the goods moved on.
	Reverse(ctx context.Context, data plugin.Data, moveNos []int64, reason string) ([]Posted, error)
	// Reserve keeps stock for lines and gives the reservations' ids, in order.
	// Conflict stock.reserved: less is free than asked; nothing was kept.
	Reserve(ctx context.Context, data plugin.Data, claims []Claim) ([]int64, error)
	// Release frees what is left of the active reservations of a document, or of
	// these lines of it, and gives how much each line lost.
	Release(ctx context.Context, data plugin.Data, doc Doc, lineIDs ...int64) (map[int64]decimal.Decimal, error)
	// ReleaseSome frees a part of one reservation.
	ReleaseSome(ctx context.Context, data plugin.Data, reservationID int64, qty decimal.Decimal) error
	// Restore gives a reservation back what a movement consumed that was reversed.
	Restore(ctx context.Context, data plugin.Data, reservationID int64, qty decimal.Decimal) error
	// Return takes off the reservations of a document line what their movements
	// consumed of a lot and came back to the shelves otherwise than by Reverse.
	Return(ctx context.Context, data plugin.Data, doc Doc, lotID int64, qty decimal.Decimal) error
	// Propose names the bin for goods, one that Post will accept, and keeps room there
	// for a while; the zero Spot when no bin takes any of them.
	Propose(ctx context.Context, data plugin.Data, wish Wish) (Spot, error)
	// Forget gives back the room that was kept for a walk.
	Forget(ctx context.Context, data plugin.Data, walk int64) error
	// Hold keeps a quant from being reserved and says why. What is reserved of it is
	// the caller's to free before the transaction ends.
	Hold(ctx context.Context, data plugin.Data, quantID int64, reason string) error
	// Unhold lets a quant be reserved again.
	Unhold(ctx context.Context, data plugin.Data, quantID int64) error
	// Lot finds or makes the lot of a product; 0 for an empty number.
	Lot(ctx context.Context, data plugin.Data, lot Lot) (int64, error)
	// VirtualPosition finds or makes a warehouse's position of a virtual use.
	VirtualPosition(ctx context.Context, data plugin.Data, warehouseID int64, use string) (int64, error)
}

// Lot describes a lot. Dates are YYYY-MM-DD, "" when unknown.
type Lot struct {
	ConsignorID int64
	ProductID   int64
	No          string
	MfgDate     string
	ExpDate     string
}
