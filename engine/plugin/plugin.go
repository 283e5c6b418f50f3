package plugin

import (
	"context"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/remote"
	"github.com/wareloom/wareloom/engine/station"
	"github.com/wareloom/wareloom/engine/store"
)

// Plugin brings what metadata cannot say.
type Plugin interface {
	// Name is the plugin's name: the first part of its effects, flows and endpoints.
	Name() string
	// Register adds what the plugin brings.
	Register(r *Registrar)
}

// What plugins work with; each is described where it is owned.
type (
	Row         = record.Row
	Data        = record.Data
	Where       = record.Where
	SaveEvent   = record.SaveEvent
	SaveBatch   = record.SaveBatch
	DeleteBatch = record.DeleteBatch
	ActEvent    = document.ActEvent
	EffectEvent = document.EffectEvent
	Thought     = document.Thought
	Tx          = *store.Tx
	Kind        = store.Kind
	Flow        = station.Flow
	Undoer      = station.Undoer
	Taker       = station.Taker
	Session     = station.Session
	Input       = station.Input
	Reply       = station.Reply
	View        = station.View
	About       = station.About
	Target      = station.Target
	Choice      = station.Choice
	Expect      = station.Expect
	ExpectMove  = station.ExpectMove
	Known       = station.Known
	Code        = station.Code
	CodeKind    = station.CodeKind
	Codes       = station.Codes
	Scope       = station.Scope
	Candidate   = station.Candidate
	Function    = expression.Function
	NewJob      = job.New
	Remote      = remote.Request
	Answer      = remote.Answer
	Refused     = remote.Refused
)

// Enqueue has a job run after the commit of the caller's transaction; see
// job.Enqueue.
func Enqueue(ctx context.Context, tx Tx, n NewJob) (int64, error) { return job.Enqueue(ctx, tx, n) }

// RunSoon has a job without arguments run after the commit, once however often it is asked
// for; see job.Soon.
func RunSoon(tx Tx, kind string) { job.Soon(tx, kind) }

// KnownIn gives what load gives for a key, asked only once in a transaction; see store.Known.
func KnownIn[T any](tx Tx, key any, load func() (T, error)) (T, error) {
	return store.Known(tx, key, load)
}

// Databases, and kinds of the columns of rows that a statement reads; see store.Tx.Listed.
const (
	SQLite   = store.SQLite
	Postgres = store.Postgres
	Integers = store.Integers
	Texts    = store.Texts
)

// InKey writes a number as a unique key holds it; see store.InKey.
func InKey(column string) string { return store.InKey(column) }

// Kinds of inputs, sounds and sizes of a station, and the step of a finished task.
const (
	KindScan   = station.KindScan
	KindKey    = station.KindKey
	KindButton = station.KindButton
	KindForm   = station.KindForm
	KindWeight = station.KindWeight
	SoundOK    = station.SoundOK
	SoundDone  = station.SoundDone
	SoundStop  = station.SoundStop
	SizeMedium = station.SizeMedium
	SizeLarge  = station.SizeLarge
	SizeHuge   = station.SizeHuge
	StepDone   = station.StepDone
	StepChoose = station.StepChoose
)

// NewExpect begins what a client may expect; see station.NewExpect.
func NewExpect(at string) *Expect { return station.NewExpect(at) }

// ReadQuantity reads a quantity as it was typed or stood in a form; see
// station.ReadQuantity.
func ReadQuantity(text string, scale int32) (decimal.Decimal, error) {
	return station.ReadQuantity(text, scale)
}

// Stop makes a refusal sound as an order to stop; see station.Stop.
func Stop(why *fault.Fault) *fault.Fault { return station.Stop(why) }
