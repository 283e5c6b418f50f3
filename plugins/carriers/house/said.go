package house

import "fmt"

// What an answer means that is not the one that was hoped for.
const (
	Refused  = "refused"   // final: the order itself is wrong
	Busy     = "busy"      // too many calls, or the house is ill: later
	Absent   = "absent"    // there is no such order
	Repeated = "repeated"  // there is one already: ask for it
	Gone     = "gone"      // it is cancelled already
	PickedUp = "picked_up" // it is on its way, and cannot be cancelled
	Kept     = "kept"      // this house cancels nothing
	Locked   = "locked"    // the account itself is refused: its secret, its address, its card
)

// Said is the error of such an answer.
type Said struct {
	Means string
	Code  string // the house's own
	Text  string // the house's own words
}

func (s *Said) Error() string { return fmt.Sprintf("%s: %s %s", s.Means, s.Code, s.Text) }

// notOffered is the answer to what a house does not do.
func notOffered(ask string) error { return &Said{Kept, "", ask + " is not offered"} }

// said gives the meaning of a code, and Refused for one that nobody knows.
func said(means map[string]string, code, text string) error {
	if m, ok := means[code]; ok {
		return &Said{m, code, text}
	}
	return &Said{Refused, code, text}
}

// byStatus is what the status of an answer says before its text is read: an ill house is
// asked again.
func byStatus(status int, body []byte) error {
	switch {
	case status == 429 || status >= 500:
		return &Said{Busy, fmt.Sprint(status), ""}
	case status < 200 || status > 299:
		return &Said{Locked, fmt.Sprint(status), ""}
	case len(body) == 0:
		return &Said{Busy, "", "an empty answer"}
	}
	return nil
}

// nonsense is the answer of a house that says nothing that can be read. It may have done
// what it was asked.
func nonsense(err error) error { return &Said{Busy, "", "nonsense: " + err.Error()} }
