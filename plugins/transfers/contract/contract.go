// Package contract is what other plugins may ask of transfers: to have goods carried
// as a document plans it.
package contract

import (
	"context"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
)

// Plan is a document whose lines say which goods go from where to where. Its lines
// are those of the table <document>_line, with the fields of position_transfer_line,
// its states and actions those of position_transfer; its effects are transfers.reserve,
// transfers.free, transfers.settle and transfers.move_all.
type Plan struct {
	Document string // key of the document, and of the kind of codes that names it
	// Loose lets people move goods that no document planned; a document is written for
	// them.
	Loose bool
	// Next gives the document that is next in the warehouse; 0 for none. Without it
	// documents are only scanned.
	Next func(ctx context.Context, data plugin.Data, warehouse int64) (int64, error)
	// Order puts open lines into the order in which they are walked; nil leaves them in
	// that of their positions.
	Order func(ctx context.Context, data plugin.Data, lines []plugin.Row) error
	// Along are further fields that a part of a line has in common with it.
	Along []string
	// Put hears of goods that came to their place, and gives the id of what it wrote, for
	// PutBack; nil when nobody listens.
	Put     func(ctx context.Context, data plugin.Data, p Put) (int64, error)
	PutBack func(ctx context.Context, data plugin.Data, id int64) error
	// Short hears of a line whose rest was given up for a reason, once its goods are free.
	Short func(ctx context.Context, data plugin.Data, s Short) error
}

// Put is goods of a line that came to their place.
type Put struct {
	Line   plugin.Row
	Qty    decimal.Decimal
	To     int64 // position
	MoveNo int64 // that brought them there
	Cart   int64 // that they came on; 0 for none
}

// Short is the rest of a line that was not found or could not be taken.
type Short struct {
	Line    plugin.Row
	QuantID int64
	Qty     decimal.Decimal
	Reason  string // value of the dropdown shortage
}

// Carrier carries goods.
type Carrier interface {
	// Flow is the flow of a station at which people carry goods by a plan.
	Flow(codes *plugin.Codes, plan Plan) plugin.Flow
	// MoveAll takes what the lines of a document still ask for straight to where it goes,
	// as from a list on paper.
	MoveAll(ctx context.Context, data plugin.Data, plan Plan, lines []plugin.Row) error
	// Reverse takes goods that were put back to where they were taken from.
	Reverse(ctx context.Context, data plugin.Data, plan Plan, put Put, reason string) error
}
