package contract

import (
	"strconv"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
)

// Figures as the tables keep them. A field of a struct that a statement fills has the
// type of the column's figure; tests/metadata holds each to the digits that its plugin
// relies on, and refuses digits that stand anywhere else. See ADR 52.
type (
	// Qty is a quantity, in the unit in which its product is stocked.
	Qty = plugin.Fixed[qty]
	// PieceWeight is what one piece weighs, in kilograms.
	PieceWeight = plugin.Fixed[pieceWeight]
	// PieceSide is a side of one piece, in centimetres.
	PieceSide = plugin.Fixed[pieceSide]
	// Load is what a position or a package weighs, in kilograms.
	Load = plugin.Fixed[load]
	// Room is what a position holds, in litres.
	Room = plugin.Fixed[room]
	// Metre is a coordinate in a building.
	Metre = plugin.Fixed[metre]
	// Price is what one piece costs.
	Price = plugin.Fixed[price]
	// Walk is the length of a walk, in metres.
	Walk = plugin.Fixed[walk]
)

// QtyDigits is how many digits of a quantity may be typed.
const QtyDigits = 3

// WalkDigits is how many of the length of a walk are kept.
const WalkDigits = 2

// LoadDigits is how many of a weight that was put on the scales.
const LoadDigits = 3

type (
	qty         struct{}
	pieceWeight struct{}
	pieceSide   struct{}
	load        struct{}
	room        struct{}
	metre       struct{}
	walk        struct{}
	price       struct{}
)

func (qty) Digits() int32         { return QtyDigits }
func (pieceWeight) Digits() int32 { return 4 }
func (pieceSide) Digits() int32   { return 2 }
func (load) Digits() int32        { return LoadDigits }
func (room) Digits() int32        { return 3 }
func (metre) Digits() int32       { return 3 }
func (price) Digits() int32       { return 4 }
func (walk) Digits() int32        { return WalkDigits }

// QtyOf is a quantity as the tables keep it.
func QtyOf(of decimal.Decimal) Qty { return plugin.Fix[qty](of) }

// OnePiece is one piece as statements write it.
var OnePiece = strconv.FormatInt(int64(Pieces(1)), 10)

// Pieces is so many pieces, such as numbered ones.
func Pieces(n int) Qty { return plugin.Whole[qty](n) }

// IsQty reports whether the tables keep a quantity without a loss.
func IsQty(of decimal.Decimal) bool { return QtyOf(of).Decimal().Equal(of) }

// PriceOf is a price as the tables keep it.
func PriceOf(of decimal.Decimal) Price { return plugin.Fix[price](of) }

// LoadOf and RoomOf are what a position holds as the tables keep it.
func LoadOf(of decimal.Decimal) Load { return plugin.Fix[load](of) }
func RoomOf(of decimal.Decimal) Room { return plugin.Fix[room](of) }

// litre is its cubic centimetres.
var litre = decimal.NewFromInt(1000)

// Litres is the volume of one piece with these sides.
func Litres(length, width, height PieceSide) decimal.Decimal {
	return length.Decimal().Mul(width.Decimal()).Mul(height.Decimal()).Div(litre)
}
