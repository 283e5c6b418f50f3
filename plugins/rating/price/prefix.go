package price

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// prefixes is a sorted list in which each knows the longest other that it begins with.
type prefixes []prefix

type prefix struct {
	text string
	zone string
	up   int // the place of the longest other; -1: none
}

// sorted makes the list, or gives the one that is there twice.
func sorted(zones []Zone) (prefixes, *Zone) {
	slices.SortFunc(zones, func(a, b Zone) int { return cmp.Compare(a.Prefix, b.Prefix) })
	list := make(prefixes, 0, len(zones))
	for i, z := range zones {
		if i > 0 && zones[i-1].Prefix == z.Prefix {
			return nil, &zones[i]
		}
		list = append(list, prefix{z.Prefix, z.Zone, list.longest(len(list)-1, z.Prefix)})
	}
	return list, nil
}

// longest follows the list upwards to the first that the text begins with.
func (p prefixes) longest(at int, text string) int {
	for at >= 0 && !strings.HasPrefix(text, p[at].text) {
		at = p[at].up
	}
	return at
}

// zone is that of the longest prefix of a text.
func (p prefixes) zone(text string) (string, bool) {
	at, found := slices.BinarySearchFunc(p, text, func(e prefix, text string) int { return cmp.Compare(e.text, text) })
	if !found {
		at = p.longest(at-1, text)
	}
	if at < 0 {
		return "", false
	}
	return p[at].zone, true
}

// Spelled is a place as it is compared: in capitals, without spaces and hyphens.
func Spelled(place string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || unicode.IsSpace(r) {
			return -1
		}
		return unicode.ToUpper(r)
	}, place)
}
