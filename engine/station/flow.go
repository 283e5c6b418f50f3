package station

import (
	"context"
	"encoding/json"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// Flow decides what a station does. A flow holds no state of its own: what it
// must remember it keeps in the session.
type Flow interface {
	// Start begins a task with the session's params and names the first step.
	Start(ctx context.Context, s *Session) error
	// Input applies one input to the step the session is on. A fault refuses it
	// and leaves everything as it was.
	Input(ctx context.Context, s *Session, in Input) (Reply, error)
	// View says what the current step shows. It changes nothing.
	View(ctx context.Context, s *Session) (View, error)
}

// Undoer is a flow whose inputs can be taken back. The session's state is put
// back by the station; Undo takes back what the input did beyond it, named by
// the token that Input left in its Reply.
type Undoer interface {
	Undo(ctx context.Context, s *Session, token json.RawMessage) error
}

// Refuser is a flow that shows a refusal beside the screen, as by a lamp. Refused comes
// after what the input did is rolled back, and with the answer that is kept.
type Refuser interface {
	Refused(ctx context.Context, s *Session, in Input, why *fault.Fault) error
}

// Ender is a flow that tells which of the records that tasks are about have nothing left
// to do at it, as one that was worked on elsewhere: their tasks are listed no more.
type Ender interface {
	Ended(ctx context.Context, tx *store.Tx, about []int64) ([]int64, error)
}

// Taker is a flow whose work is bound to a person. TakeOver gives it to the
// session's, from the person who had the session before. What the session remembers stays
// as it is: only an input changes that.
type Taker interface {
	TakeOver(ctx context.Context, s *Session, from int64) error
}

// Described is a flow that says what its steps are, as a Machine does.
type Described interface {
	Plan() *meta.Flow
}

// Kinds of inputs.
const (
	KindScan     = "scan"
	KindKey      = "key"
	KindButton   = "button"
	KindForm     = "form"
	KindPhoto    = "photo"
	KindWeight   = "weight"
	KindUndo     = "undo"
	KindPark     = "park"
	KindClose    = "close"
	KindOverride = "override"
)

// Input is one thing that a person did at a station.
type Input struct {
	Seq   int64           `json:"seq"`            // number within the session, from 1
	Step  string          `json:"step,omitempty"` // the step it was meant for; any when empty
	Kind  string          `json:"kind"`
	Value json.RawMessage `json:"value,omitempty"`
	At    time.Time       `json:"at,omitzero"`
}

// Text gives a scanned, typed or pressed value as text.
func (in Input) Text() string {
	var text string
	if json.Unmarshal(in.Value, &text) == nil {
		return text
	}
	return string(in.Value)
}

// Reply is a flow's answer to an accepted input.
type Reply struct {
	Key    string       // i18n key of the message; none when empty
	Params fault.Params // arguments of the message
	Sound  string       // SoundOK when empty
	Code   string       // machine code of the result
	Undo   any          // token for Undo; nil when there is nothing beyond the state
}

// Sounds of a result.
const (
	SoundOK    = "ok"
	SoundError = "error"
	SoundDone  = "done"
	SoundStop  = "stop" // what is at hand must not go on
)

// Stop makes a refusal sound as what it is: no mistake of the person, but an order to
// stop.
func Stop(why *fault.Fault) *fault.Fault { return why.Breaking(SoundStop) }

// Sizes of a target.
const (
	SizeMedium = "medium"
	SizeLarge  = "large"
	SizeHuge   = "huge"
)

// View is what a step shows, in keys; the station turns it into a Screen.
type View struct {
	Prompt  fault.Params // fills the placeholders of the step's prompt
	Target  []Target     // labels are i18n keys
	List    []Choice
	Buttons []string // codes offered now; the step's own when nil
	Done    int      // done so far
	Left    int      // still to do
	Default string   // value offered
	Max     string   // largest quantity
	Image   string   // key of the picture's file
	Speak   string   // read aloud
	Sound   string
	Expect  *Expect
	About   About  // the record that the task works on
	At      string // where the person stands in it, as a position
	// Facts are what is known when a part of the work has ended, by the facts that
	// the station declares; nil while it goes on.
	Facts record.Row
	// Heard is the button that was pressed elsewhere, on a device beside the person: the
	// client gives it as if it were pressed on the screen. Empty: none was.
	Heard string
}

// Target is a fact that the person looks at.
type Target struct {
	Label string `json:"label"`
	Value string `json:"value"`
	Size  string `json:"size,omitempty"`
	Field string `json:"field,omitempty"`

	Words *meta.Text `json:"-"` // the label in all languages, in place of a key
}

// Choice is a line of the task or one of several things to choose from.
type Choice struct {
	Code   string       `json:"code"`
	Label  string       `json:"label"`
	Word   string       `json:"-"` // i18n key of the label, in its place
	Detail string       `json:"detail,omitempty"`
	State  string       `json:"state,omitempty"` // open, done, short or wrong
	Says   string       `json:"-"`               // i18n key of the detail, in its place
	Params fault.Params `json:"-"`               // of Says
}

// Screen is the answer of the HTTP contract, see
// metadata/schema/station-screen.schema.json.
type Screen struct {
	Step    string         `json:"step"`
	Kind    string         `json:"kind"`
	Title   string         `json:"title"`
	Prompt  string         `json:"prompt"`
	Target  []Target       `json:"target,omitempty"`
	Image   string         `json:"image,omitempty"`
	Done    int            `json:"done"`
	Left    int            `json:"left"`
	List    []Choice       `json:"list,omitempty"`
	Buttons []ScreenButton `json:"buttons,omitempty"`
	Expect  *Expect        `json:"expect,omitempty"`
	Sound   string         `json:"sound,omitempty"`
	Speak   string         `json:"speak,omitempty"`
	Default string         `json:"default,omitempty"`
	Max     string         `json:"max,omitempty"`
	Next    []ScreenNext   `json:"next,omitempty"` // ways on from the end, the first before all
	Heard   string         `json:"heard,omitempty"`
	Prints  []ScreenPrint  `json:"prints,omitempty"` // records that the person may print
}

// ScreenNext is a way on from the end of a task: an address in the app.
type ScreenNext struct {
	Label string `json:"label"`
	Route string `json:"route"`
	Shows bool   `json:"shows,omitempty"` // a record to look at; the work goes on elsewhere
}

// ScreenButton is a button with its words.
type ScreenButton struct {
	Code   string `json:"code"`
	Label  string `json:"label"`
	Key    string `json:"key,omitempty"`
	Danger bool   `json:"danger,omitempty"`
}

// Result is the answer to one input.
type Result struct {
	Seq     int64  `json:"seq"`
	OK      bool   `json:"ok"`
	Sound   string `json:"sound"`
	Message string `json:"message,omitempty"`
	Code    string `json:"code,omitempty"`
	// Override tells that a supervisor may let the refused input pass.
	Override bool `json:"override,omitempty"`
}

// Answer is the answer to a call: how many inputs were applied, their results
// and what the station shows now.
type Answer struct {
	Session int64    `json:"session"`
	Seq     int64    `json:"seq"` // number of the session's last input, for a device that takes it over
	Applied int      `json:"applied"`
	Results []Result `json:"results,omitempty"`
	Screen  Screen   `json:"screen"`
}
