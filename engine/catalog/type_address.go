package catalog

import (
	"slices"
	"unicode/utf8"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

// addressType is a postal address: a JSON object with texts for the parts that
// are given.
type addressType struct{ jsonType }

func (addressType) traits() meta.Traits {
	return meta.Traits{Family: meta.FamilyObject, Filter: "notnull"}
}

// addressParts are the members of an address, from the whole to the detail.
var addressParts = []string{"country", "province", "city", "district", "street", "postcode", "name", "phone"}

// longestPart bounds each part of an address, in characters.
const longestPart = 200

// parse takes an object of parts; a text alone is the street, which is how files
// bring addresses.
func (addressType) parse(_ *Field, v any) (any, *fault.Fault) {
	if street, ok := v.(string); ok {
		v = map[string]any{"street": street}
	}
	parts, ok := v.(map[string]any)
	if !ok {
		return nil, wrong("bad_address")
	}
	address := map[string]any{}
	for key, value := range parts {
		if !slices.Contains(addressParts, key) {
			return nil, wrong("bad_address")
		}
		if value == nil {
			continue
		}
		part, bad := parseText(value, true)
		if bad != nil {
			return nil, bad
		}
		if length := utf8.RuneCountInString(part); length > longestPart {
			return nil, wrong("too_long", "max", longestPart, "length", length)
		}
		if part != "" {
			address[key] = part
		}
	}
	if len(address) == 0 {
		return nil, nil
	}
	return address, nil
}
