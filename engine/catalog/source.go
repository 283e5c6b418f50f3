package catalog

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// Source is the type of a column that another program made.
type Source struct {
	of     store.Dialect
	sort   sourceSort
	digits int // behind the point, where they are declared; -1: any
}

// sourceSort tells columns apart as far as fields go.
type sourceSort int

const (
	otherSource sourceSort = iota
	untyped                // an expression of a view of SQLite, which tells no type
	words
	whole
	wholeBig // too wide for true and false
	figure
	truth
	day
	moment
)

// postgresSorts are the types of PostgreSQL that are read.
var postgresSorts = map[string]sourceSort{
	"text": words, "character varying": words, "character": words, "uuid": words,
	"smallint": whole, "integer": whole, "bigint": wholeBig,
	"numeric": figure, "real": figure, "double precision": figure,
	"boolean": truth, "date": day, "timestamp without time zone": moment, "timestamp with time zone": moment,
}

// sqliteSorts are parts of the words by which SQLite knows a type; the first one decides.
var sqliteSorts = []struct {
	part string
	sort sourceSort
}{
	{"INT", whole},
	{"CHAR", words},
	{"CLOB", words},
	{"TEXT", words},
	{"BOOL", truth},
	{"DATETIME", moment},
	{"TIMESTAMP", moment},
	{"DATE", day},
	{"REAL", figure},
	{"FLOA", figure},
	{"DOUBLE", figure},
	{"NUMERIC", figure},
	{"DECIMAL", figure},
}

// bounds are what a type says in brackets.
var bounds = regexp.MustCompile(`\s*\(\s*\d+\s*(?:,\s*(-?\d+)\s*)?\)`)

// SourceOf reads the type of a column in the database's own words.
func SourceOf(dialect store.Dialect, typ string) Source {
	s := Source{of: dialect, digits: -1}
	if found := bounds.FindStringSubmatch(typ); found != nil {
		s.digits, _ = strconv.Atoi(found[1]) // numeric(10) has none behind the point
		typ = bounds.ReplaceAllString(typ, "")
	}
	switch {
	case dialect == store.Postgres:
		s.sort = postgresSorts[typ]
	case typ == "":
		s.sort = untyped
	default:
		for _, known := range sqliteSorts {
			if strings.Contains(strings.ToUpper(typ), known.part) {
				s.sort = known.sort
				break
			}
		}
	}
	return s
}

// Key reports whether the column may be the id of records: it is a whole number.
func (s Source) Key() bool { return s.sort == whole || s.sort == wholeBig }

// Fills reports whether the values of the column are values of a field.
func (s Source) Fills(f *Field) bool {
	family := f.Family()
	isText := s.sort == words || s.sort == untyped
	switch {
	case !f.Traits.Adopts:
		return false
	case s.sort == untyped:
		return true
	case family == meta.FamilyDay:
		return s.sort == day || isText && s.of == store.SQLite
	case family == meta.FamilyMoment:
		return s.sort == moment || isText && s.of == store.SQLite
	case family == meta.FamilyTruth:
		return s.sort == truth || s.sort == whole
	case family == meta.FamilyRecord:
		return s.Key()
	case family == meta.FamilyFigure && f.ExpressionType() == expression.Int:
		return s.Key() || s.sort == figure && s.digits == 0
	case family == meta.FamilyFigure:
		return s.Key() || s.sort == figure
	}
	return isText
}

// Cuts reports whether the column has digits behind the point that the field has not.
func (s Source) Cuts(f *Field) bool { return s.sort == figure && s.digits > f.Scale }

// usualDigits are proposed where a column tells of none.
const usualDigits = 2

// mostDigits is the most decimals that a field may have.
const mostDigits = 6

// Proposed gives the type of field that fits the column best, and its digits behind the
// point; "" where none does.
func (s Source) Proposed() (typ string, scale int) {
	switch s.sort {
	case words, untyped:
		return meta.TypeText, 0
	case whole, wholeBig:
		return meta.TypeInteger, 0
	case truth:
		return meta.TypeBoolean, 0
	case day:
		return meta.TypeDate, 0
	case moment:
		return meta.TypeInstant, 0
	case figure:
		if s.digits > mostDigits {
			return "", 0
		}
		if s.digits < 0 {
			return meta.TypeDecimal, usualDigits
		}
		return meta.TypeDecimal, s.digits
	case otherSource: // nothing fits
	}
	return "", 0
}
