package fault_test

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/wareloom/wareloom/engine/fault"
)

// TestAFaultKeepsWhatItIsToldOnItsWay holds that wrapping hides nothing of it, and that an
// error which is none stands as a failure of ours.
func TestAFaultKeepsWhatItIsToldOnItsWay(t *testing.T) {
	t.Parallel()
	f := fault.New(fault.Conflict, "page.full", "max", 5, "unit").On("qty").Breaking("max").Because(io.EOF).With([]int{1})
	if fmt.Sprint(f.Params) != "map[max:5]" || f.Path != "qty" || f.Rule != "max" || fmt.Sprint(f.Data) != "[1]" {
		t.Errorf("it is %+v", f)
	}
	wrapped := fmt.Errorf("save order 7: %w", f)
	if got, ok := fault.As(wrapped); !ok || got != f || !errors.Is(wrapped, io.EOF) {
		t.Errorf("wrapped it is %v (%v)", got, ok)
	}
	for _, tt := range []struct {
		err  error
		code fault.Code
		full bool
	}{
		{nil, 0, false},
		{io.EOF, fault.Internal, false},
		{wrapped, fault.Conflict, true},
		{f, fault.Conflict, true},
		{fault.New(fault.Denied, "right.missing"), fault.Denied, false},
	} {
		if code, full := fault.CodeOf(tt.err), fault.IsKey(tt.err, "page.full"); code != tt.code || full != tt.full {
			t.Errorf("%v has the code %d and is page.full: %v", tt.err, code, full)
		}
	}
	if none := fault.New(fault.Invalid, "x"); none.Params != nil {
		t.Errorf("without arguments it has %v", none.Params)
	}
}

// TestADeveloperReadsTheWholeFault holds that the log has every part, the single faults of
// a validation among them.
func TestADeveloperReadsTheWholeFault(t *testing.T) {
	t.Parallel()
	qty := fault.New(fault.Invalid, "record.min", "min", 1).On("lines[2].qty")
	for want, f := range map[string]error{
		"page.full (409)": fault.New(fault.Conflict, "page.full"),
		"record.min (422) on lines[2].qty map[min:1]":                     qty,
		"page.full (409): EOF":                                            fault.New(fault.Conflict, "page.full").Because(io.EOF),
		"record.invalid (422) map[count:2]; " + qty.Error() + "; x (423)": fault.Join([]*fault.Fault{qty, fault.New(fault.Denied, "x")}),
	} {
		if f.Error() != want {
			t.Errorf("it says %q, want %q", f, want)
		}
	}
	if err := fault.Join(nil); err != nil {
		t.Errorf("no faults are %v", err)
	}
	joined, _ := fault.As(fault.Join([]*fault.Fault{qty}))
	if joined.Code != fault.Invalid || len(joined.Errors) != 1 || joined.Errors[0] != qty {
		t.Errorf("one fault is joined to %+v", joined)
	}
}
