package meta

import "unicode/utf8"

// CodeRule says how the numbers of documents are made.
type CodeRule struct {
	Object
	Parts []CodePart `json:"parts"`
	Gap   string     `json:"gap,omitempty"` // allowed (default) or none
}

// LongestCode is how many characters a code has at most where its field does not say.
const LongestCode = 64

// Longest is how many characters a number of the rule has at most.
func (r *CodeRule) Longest() (n int) {
	for _, part := range r.Parts {
		n += utf8.RuneCountInString(part.Text) + len(part.Date) + part.MaxLength
		if part.Seq != nil {
			n += part.Seq.Width
		}
	}
	return n
}

// CodePart is a part of a number: a text, a date, a running number, or a value of the
// record, which says how long it may be, so that every number fits into its field.
type CodePart struct {
	Text      string     `json:"text,omitempty"`
	Date      string     `json:"date,omitempty"`
	Value     Expression `json:"value,omitempty"`
	MaxLength int        `json:"max_length,omitempty"` // of the value, in characters
	Seq       *CodeSeq   `json:"seq,omitempty"`
}

// CodeSeq is the running part of a number.
type CodeSeq struct {
	Width int          `json:"width"` // digits
	Reset string       `json:"reset,omitempty"`
	Scope []Expression `json:"scope,omitempty"`
}
