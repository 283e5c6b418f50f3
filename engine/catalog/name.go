package catalog

import (
	"fmt"
	"hash/crc32"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/expression"
)

// The endings of the names of what the database keeps; a hash follows them.
const (
	UniqueSuffix = "_uq"
	IndexSuffix  = "_ix"
	CheckSuffix  = "_ck"
)

// longestName is what PostgreSQL keeps of a name.
const longestName = 63 // bytes

// constraintName names an index or a check in the database. The name holds a
// hash of what it says, so that a changed one is another one: databases tell
// definitions back in words of their own, which cannot be compared.
func constraintName(t *Table, key, suffix, definition string) string {
	suffix += fmt.Sprintf("%08x", crc32.ChecksumIEEE([]byte(t.Key+" "+key+" "+definition)))
	name := t.Key + "_" + key
	return name[:min(len(name), longestName-len(suffix))] + suffix
}

// LinkTable names the table that holds the links of a field, by their keys.
func LinkTable(table, field string) string {
	name := table + "__" + field
	if len(name) <= longestLink {
		return name
	}
	return fmt.Sprintf("%s_%08x", name[:longestLink-9], crc32.ChecksumIEEE([]byte(name)))
}

// longestLink leaves room for the ending of an index's name.
const longestLink = longestName - len("_item")

// definition tells an index: its fields in order, and which rows it is for.
func definition(t *Table, fields []*Field, distinct bool, where *expression.Program) string {
	var words []string
	for _, f := range fields {
		words = append(words, fmt.Sprintf("%s %s %t", f.Key, f.Type, f.Filled()))
	}
	return fmt.Sprint(strings.Join(words, ","), distinct, condition(t.Fields, where))
}

// condition tells a condition: its source, and how the decimals it compares are
// scaled in the database.
func condition(fields []*Field, p *expression.Program) string {
	if p == nil {
		return ""
	}
	words := []string{p.Source()}
	for _, f := range fields {
		if f.Scale > 0 && slices.Contains(p.Refs(), rowName+"."+f.Key) {
			words = append(words, fmt.Sprint(f.Key, f.Scale))
		}
	}
	return strings.Join(words, " ")
}
