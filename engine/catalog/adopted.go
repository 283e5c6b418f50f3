package catalog

import (
	"fmt"
	"strings"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// Adopted reports whether another program made the table and writes it.
func (t *Table) Adopted() bool { return t.Meta.Adopted != nil }

// Adopts reports whether the release has a table of another program.
func (r *Release) Adopts() bool {
	for _, t := range r.Tables {
		if t.Adopted() {
			return true
		}
	}
	return false
}

// From is what a statement reads the table from; a name follows it. In the place of an
// adopted table stands a question that gives its rows as our own tables have theirs.
func (t *Table) From() string {
	if t.Adopted() {
		return t.from
	}
	return store.Quote(t.Key)
}

// On has the adopted tables read in the words of a database. It is said once, before
// anybody reads.
func (r *Release) On(dialect store.Dialect) *Release {
	for _, t := range r.Tables {
		t.adopt(dialect)
	}
	return r
}

// adoptedName is before every column of an adopted table: SQLite takes a bare name that no
// column has for a text.
const adoptedName = "a."

// adopt writes what an adopted table is read from.
func (t *Table) adopt(dialect store.Dialect) {
	if !t.Adopted() {
		return
	}
	of := t.Meta.Adopted
	columns := []string{adoptedName + store.Quote(of.Key) + ` AS "id"`, `CAST(1 AS bigint) AS "version"`}
	for _, f := range t.Columns() {
		if f.System {
			continue
		}
		name := adoptedName + store.Quote(of.Column(f.Key))
		columns = append(columns, f.Adopt(dialect, name)+" AS "+store.Quote(f.Key))
		if f.Folded {
			columns = append(columns, foldedBy(dialect, name)+" AS "+store.Quote(f.FoldColumn()))
		}
	}
	t.from = "(SELECT " + strings.Join(columns, ", ") + " FROM " + store.Quote(of.From) + " AS a)"
}

// Adopt writes a column that another program fills as our own column of the field would
// be; null where it holds what the field does not.
func (f *Field) Adopt(dialect store.Dialect, column string) string {
	words := adoptedWords[dialect]
	switch family := f.Family(); {
	case family == meta.FamilyDay:
		return fill(words.day, column)
	case family == meta.FamilyMoment:
		return fill(words.moment, column)
	case family == meta.FamilyTruth:
		return fill(words.truth, column)
	case family == meta.FamilyRecord:
		return fill(words.whole, column, 1, int64(largestInteger))
	case family == meta.FamilyFigure && f.ExpressionType() == expression.Int:
		return fill(words.whole, column, -largestInteger, int64(largestInteger))
	case family == meta.FamilyFigure:
		return fill(words.figure, column, tenTo(f.Scale), int64(LargestScaled)/tenTo(f.Scale))
	}
	return fill(words.text, column)
}

func tenTo(n int) int64 {
	p := int64(1)
	for range n {
		p *= 10
	}
	return p
}

// fill puts the column in the place of %[1]s, and limits behind it.
func fill(form, column string, limits ...any) string {
	return fmt.Sprintf(form, append([]any{column}, limits...)...)
}

// adoptedWords read columns of others, in each database. SQLite keeps any value in any
// column, so that each is asked what it is.
var adoptedWords = map[store.Dialect]struct{ text, whole, figure, truth, day, moment string }{
	store.SQLite: {
		text:   `CASE WHEN typeof(%[1]s) <> 'blob' THEN CAST(%[1]s AS text) END`,
		whole:  `CASE WHEN typeof(%[1]s) IN ('integer', 'real') AND %[1]s BETWEEN %[2]d AND %[3]d AND %[1]s = CAST(%[1]s AS integer) THEN CAST(%[1]s AS integer) END`,
		figure: `CASE WHEN typeof(%[1]s) IN ('integer', 'real') AND %[1]s BETWEEN -%[3]d AND %[3]d THEN CAST(round(%[1]s * %[2]d) AS integer) END`,
		truth:  `CASE WHEN typeof(%[1]s) = 'integer' THEN %[1]s <> 0 END`,
		day:    `CASE WHEN typeof(%[1]s) = 'text' AND date(%[1]s) = substr(%[1]s, 1, 10) THEN substr(%[1]s, 1, 10) END`,
		moment: `CASE WHEN typeof(%[1]s) = 'text' AND date(substr(%[1]s, 1, 10)) = substr(%[1]s, 1, 10) THEN CAST(strftime('%%s', %[1]s) AS integer) * 1000 + CAST(substr(strftime('%%f', %[1]s), 4) AS integer) END`,
	},
	store.Postgres: {
		text:   `CAST(%[1]s AS text) COLLATE "C"`,
		whole:  `CASE WHEN %[1]s BETWEEN %[2]d AND %[3]d THEN CAST(%[1]s AS bigint) END`,
		figure: `CASE WHEN CAST(%[1]s AS numeric) BETWEEN -%[3]d AND %[3]d THEN CAST(round(CAST(%[1]s AS numeric) * %[2]d) AS bigint) END`,
		truth:  `CAST(%[1]s AS integer) <> 0`,
		day:    `CASE WHEN %[1]s BETWEEN '0001-01-01' AND '9999-12-31' THEN to_char(%[1]s, 'YYYY-MM-DD') END COLLATE "C"`,
		moment: `CASE WHEN %[1]s BETWEEN '0001-01-02' AND '9999-12-31' THEN CAST(floor(extract(epoch FROM %[1]s) * 1000) AS bigint) END`,
	},
}

// foldedBy folds a text in the database, as far as it can: SQLite knows the capitals and
// accents of Spanish alone.
func foldedBy(dialect store.Dialect, column string) string {
	if dialect == store.Postgres {
		return `btrim(regexp_replace(normalize(regexp_replace(normalize(lower(CAST(` + column + ` AS text)), NFKD), '[\u0300-\u036f]', '', 'g'), NFC), '\s+', ' ', 'g')) COLLATE "C"`
	}
	text := "lower(CAST(" + column + " AS text))"
	for _, letter := range "áéíóúüñÁÉÍÓÚÜÑ" {
		text = fmt.Sprintf("replace(%s, '%c', '%s')", text, letter, Fold(string(letter)))
	}
	return text
}
