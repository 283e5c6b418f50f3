package store

import "strings"

// changing are the beginnings of the statements that change rows of one table.
var changing = []string{"insert into ", "update ", "delete from "}

// target is the table whose rows a statement changes; "" where its text does not begin
// with it, nor say it right behind the verb ("update or ...", "update only ...").
func target(text string) string {
	for _, verb := range changing {
		if len(text) > len(verb) && strings.EqualFold(text[:len(verb)], verb) {
			name := strings.TrimPrefix(text[len(verb):], `"`)
			if end := strings.IndexAny(name, "\" \n\t("); end >= 0 {
				name = name[:end]
			}
			if strings.EqualFold(name, "or") || strings.EqualFold(name, "only") {
				return ""
			}
			return name
		}
	}
	return ""
}

// wrote counts a statement that may change something.
func (tx *Tx) wrote(text string) {
	tx.written++
	if tx.targets == nil {
		tx.targets = map[string]int{}
	}
	tx.targets[target(text)]++
}

// WrittenTo is how many statements were said so far that may have changed rows of a table,
// those left for the end aside: none came between two equal figures.
func (tx *Tx) WrittenTo(table string) int { return tx.targets[table] + tx.targets[""] }
