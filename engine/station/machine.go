package station

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// Task is a task at a machine: a pointer to a struct that embeds a Turn, tagged
// json:"-". Its other fields that JSON writes are what the session remembers, its
// methods are what the steps do.
type Task interface{ turn() *Turn }

// Turn is one input at work, or one look at the screen.
type Turn struct {
	*Session
	In    Input
	Reply Reply // what the input answers
}

func (t *Turn) turn() *Turn { return t }

// Handle does one thing with a task: a method of it, as (*pick).scanItem.
type Handle[T Task] = func(task T, ctx context.Context) error

// With does one thing with a task and a value.
type With[T Task, V any] = func(task T, ctx context.Context, value V) error

// Machine is a flow said step by step. It loads and keeps the task, finds what an
// input is for, refuses buttons that the step does not have, and describes itself.
type Machine[T Task] struct {
	// New makes an empty task, with all that it works with.
	New func() T
	// Steps are the questions, that which a task begins with first.
	Steps []Step[T]
	// Back forgets what is left behind when the button back was pressed: the session is
	// on the step that it leads to, and came from another. It may go elsewhere. Nil
	// forgets nothing.
	Back With[T, string]
	// Show fills in what the current step shows. It changes nothing.
	Show func(task T, ctx context.Context, view *View) error
	// TakeBack takes back what an input did beyond the task, see Undoing; nil when no
	// input does anything beyond.
	TakeBack With[T, json.RawMessage]
	// HandOver gives work that is bound to a person to the session's, from the person
	// who had it before; nil when it is bound to nobody.
	HandOver With[T, int64]
	// Over tells which of the records that tasks are about have nothing left to do here;
	// nil: a task ends by its own inputs alone. See Ender.
	Over func(ctx context.Context, tx *store.Tx, about []int64) ([]int64, error)
	// ShowRefusal shows a refusal beside the screen, as by a lamp. It changes nothing of the
	// task; nil shows nothing.
	ShowRefusal With[T, *fault.Fault]
}

// Step is one question.
type Step[T Task] struct {
	Key    string
	Kind   string   // how a screen asks, a kind of the schema of stations
	Accept []string // kinds of codes that may be scanned
	// Ready looks at what the inputs of the step are about, but for back. What it
	// replies is the answer to the input, which goes no further.
	Ready Handle[T]
	// Take takes what was scanned, typed or weighed; see the functions Take… for what
	// many steps take.
	Take Handle[T]
	// Form takes all about it in one input; nil gives forms to Take.
	Form Handle[T]
	To   []string // where Take and Form may lead, if not to the step itself
	// Buttons are the step's buttons beside back.
	Buttons []Press[T]
	// Back is where the button back leads: the first, unless the machine's Back says
	// another. Empty: there is no way back.
	Back []string
	// Pressed gives a button that the step does not have to Take, since a choice may be
	// tapped.
	Pressed bool
}

// Press is a button of a step.
type Press[T Task] struct {
	Code string
	Do   Handle[T]
	To   []string // where it may lead, if not to the step itself
}

// codeBack is the button that leads back.
const codeBack = "back"

// Start implements Flow.
func (m Machine[T]) Start(_ context.Context, s *Session) error {
	s.GoTo(m.Steps[0].Key)
	return s.Store(m.New())
}

// task is the session's task.
func (m Machine[T]) task(s *Session, in Input) (T, error) {
	t := m.New()
	*t.turn() = Turn{Session: s, In: in}
	return t, s.Load(t)
}

// Reads implements Reader.
func (m Machine[T]) Reads(state json.RawMessage) bool {
	return len(state) == 0 || json.Unmarshal(state, m.New()) == nil
}

// Input implements Flow.
func (m Machine[T]) Input(ctx context.Context, s *Session, in Input) (Reply, error) {
	t, err := m.task(s, in)
	if err != nil {
		return Reply{}, err
	}
	at := slices.IndexFunc(m.Steps, func(step Step[T]) bool { return step.Key == s.step })
	if at < 0 {
		return Reply{}, fmt.Errorf("station %s has no step %s", s.Station.Key, s.step)
	}
	from := &m.Steps[at]
	ways, err := m.apply(ctx, t, from)
	if err != nil {
		return Reply{}, err
	}
	if s.step != from.Key && !slices.Contains(ways, s.step) {
		return Reply{}, fmt.Errorf("step %s of station %s leads to %s without saying so", from.Key, s.Station.Key, s.step)
	}
	return t.turn().Reply, s.Store(t)
}

// apply does what the input says and gives the steps that it may lead to.
func (m Machine[T]) apply(ctx context.Context, t T, step *Step[T]) ([]string, error) {
	in := t.turn().In
	if in.Kind == KindButton && in.Text() == codeBack && len(step.Back) > 0 {
		return step.Back, m.back(ctx, t, step)
	}
	if step.Ready != nil {
		if err := step.Ready(t, ctx); err != nil || t.turn().Reply.Key != "" {
			return step.To, err
		}
	}
	press := slices.IndexFunc(step.Buttons, func(b Press[T]) bool { return in.Kind == KindButton && b.Code == in.Text() })
	switch {
	case press >= 0:
		return step.Buttons[press].To, step.Buttons[press].Do(t, ctx)
	case in.Kind == KindButton && !step.Pressed:
		return nil, fault.New(fault.Invalid, "station.bad_button", "code", in.Text())
	case in.Kind == KindForm && step.Form != nil:
		return step.To, step.Form(t, ctx)
	}
	return step.To, step.Take(t, ctx)
}

func (m Machine[T]) back(ctx context.Context, t T, step *Step[T]) error {
	t.turn().GoTo(step.Back[0])
	if m.Back == nil {
		return nil
	}
	return m.Back(t, ctx, step.Key)
}

// View implements Flow.
func (m Machine[T]) View(ctx context.Context, s *Session) (view View, err error) {
	t, err := m.task(s, Input{})
	if err != nil {
		return view, err
	}
	return view, m.Show(t, ctx, &view)
}

// Undo implements Undoer.
func (m Machine[T]) Undo(ctx context.Context, s *Session, token json.RawMessage) error {
	t, err := m.task(s, Input{})
	if err != nil || m.TakeBack == nil {
		return err
	}
	return m.TakeBack(t, ctx, token)
}

// Refused implements Refuser.
func (m Machine[T]) Refused(ctx context.Context, s *Session, in Input, why *fault.Fault) error {
	if m.ShowRefusal == nil {
		return nil
	}
	t, err := m.task(s, in)
	if err != nil {
		return err
	}
	return m.ShowRefusal(t, ctx, why)
}

// Ended implements Ender.
func (m Machine[T]) Ended(ctx context.Context, tx *store.Tx, about []int64) ([]int64, error) {
	if m.Over == nil {
		return nil, nil
	}
	return m.Over(ctx, tx, about)
}

// TakeOver implements Taker.
func (m Machine[T]) TakeOver(ctx context.Context, s *Session, from int64) error {
	t, err := m.task(s, Input{})
	if err != nil || m.HandOver == nil {
		return err
	}
	return m.HandOver(t, ctx, from)
}

// Undoing reads what an input left in Reply.Undo for the function that takes it back.
func Undoing[T Task, D any](undo With[T, D]) With[T, json.RawMessage] {
	return func(task T, ctx context.Context, token json.RawMessage) error {
		var did D
		if err := json.Unmarshal(token, &did); err != nil {
			return fmt.Errorf("read what to undo: %w", err)
		}
		return undo(task, ctx, did)
	}
}

// GoTo makes a handle that only goes to a step.
func GoTo[T Task](step string) Handle[T] {
	return func(task T, _ context.Context) error {
		task.turn().GoTo(step)
		return nil
	}
}

// Plan describes the machine; see meta.Flow.
func (m Machine[T]) Plan() *meta.Flow {
	plan := &meta.Flow{}
	for i := range m.Steps {
		s := &m.Steps[i]
		step := meta.FlowStep{Key: s.Key, Kind: s.Kind, Accept: s.Accept, Form: s.Form != nil, To: s.To}
		for _, b := range s.Buttons {
			step.Buttons = append(step.Buttons, meta.FlowButton{Code: b.Code, To: b.To})
		}
		if len(s.Back) > 0 {
			step.Buttons = append(step.Buttons, meta.FlowButton{Code: codeBack, To: s.Back})
		}
		plan.Steps = append(plan.Steps, step)
	}
	return plan
}
