package catalog

import (
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/expression"
)

// RecordFields lists the fields of the record being edited that a condition on what
// may be chosen reads.
func RecordFields(condition *expression.Program) []string {
	if condition == nil {
		return nil
	}
	var keys []string
	for _, path := range condition.Refs() {
		if rest, ofRecord := strings.CutPrefix(path, recordName+"."); ofRecord {
			key, _, _ := strings.Cut(rest, ".")
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}
