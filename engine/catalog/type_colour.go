package catalog

import (
	"regexp"
	"strings"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

// colourType is a colour as #rrggbb, in lower case.
type colourType struct{ textType }

func (colourType) traits() meta.Traits {
	return meta.Traits{Family: meta.FamilyWords, Filter: "eq"}
}

var colourForm = regexp.MustCompile(`^#[0-9a-f]{6}$`)

func (t colourType) parse(f *Field, json any) (any, *fault.Fault) {
	v, bad := t.textType.parse(f, json)
	text, ok := v.(string)
	if bad != nil || !ok {
		return nil, bad
	}
	text = strings.ToLower(text)
	if !colourForm.MatchString(text) {
		return nil, wrong("bad_colour")
	}
	return text, nil
}
