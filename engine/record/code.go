package record

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/store"
)

// gapNone is the code rule's promise that no number is ever left out.
const gapNone = "none"

// dateLayouts are the dates that a code may carry.
var dateLayouts = map[string]string{"yyyy": "2006", "yy": "06", "yyMM": "0601", "yyMMdd": "060102", "yyyyMMdd": "20060102"}

// resetLayouts name the period of a counter that begins anew.
var resetLayouts = map[string]string{"year": "2006", "month": "200601", "day": "20060102"}

// code is a code in the making: its parts, with a gap for the running number.
type code struct {
	change *change
	parts  []string
	seq    int // index of the running number in parts; -1 without one
	width  int // digits of the running number
}

// text joins the code with its running number.
func (c code) text(n int64) string {
	if c.seq >= 0 {
		c.parts[c.seq] = fmt.Sprintf("%0*d", c.width, n)
	}
	return strings.Join(c.parts, "")
}

// number makes the codes that were not given. Each counter is asked once for all
// the numbers that the save needs.
func (s *saving) number(ctx context.Context) error {
	for _, batch := range s.batches() {
		for _, f := range batch.plan.codes {
			if err := s.numberField(ctx, f, batch.lines); err != nil {
				return err
			}
		}
	}
	return nil
}

// numbersAhead asks for what number would wait for: the settings of the codes of new records,
// and the time where they are.
func (s *saving) numbersAhead() (questions []store.Question) {
	for _, batch := range s.batches() {
		for _, f := range batch.plan.codes {
			var made []Row
			for _, c := range batch.lines {
				if c.unnumbered(f) {
					made = append(made, c.new)
				}
			}
			if len(made) > 0 {
				questions = append(questions, s.settings.Ahead(s.tx, s.release, f.CodeRule.Settings, made)...)
			}
		}
	}
	return questions
}

// unnumbered reports whether a change is of a new record that waits for a code.
func (c *change) unnumbered(f *catalog.Field) bool {
	return !c.drop && c.isNew() && c.new[f.Key] == nil
}

func (s *saving) numberField(ctx context.Context, f *catalog.Field, changes []*change) error {
	waiting := map[string][]code{}
	for _, c := range changes {
		if !c.unnumbered(f) {
			continue
		}
		made, scope, err := s.code(ctx, f, c)
		if err != nil {
			return err
		}
		waiting[scope] = append(waiting[scope], made)
	}
	for _, scope := range slices.Sorted(maps.Keys(waiting)) {
		codes := waiting[scope]
		first, err := s.take(ctx, f.CodeRule.Meta.Gap, f.CodeRule.Key, scope, len(codes))
		if err != nil {
			return err
		}
		for i, c := range codes {
			c.change.new[f.Key] = c.text(first + int64(i))
		}
	}
	return nil
}

// code puts a code together but for its running number, and names the counter.
func (s *saving) code(ctx context.Context, f *catalog.Field, c *change) (made code, scope string, err error) {
	made = code{change: c, seq: -1, parts: make([]string, len(f.CodeRule.Parts))}
	today, err := s.settings.Now(ctx, s.tx, s.release, c.new)
	if err != nil {
		return made, "", err
	}
	ctx = s.about(ctx, c)
	values := s.scope(c)
	for i, part := range f.CodeRule.Parts {
		switch seq := part.Meta.Seq; {
		case seq != nil:
			made.seq, made.width = i, seq.Width
			if scope, err = s.counterScope(ctx, part, values, today); err != nil {
				return made, "", err
			}
		case part.Value != nil:
			v, err := part.Value.Eval(ctx, values)
			if err != nil {
				return made, "", err
			}
			made.parts[i] = plain(v)
			if length, longest := utf8.RuneCountInString(made.parts[i]), part.Meta.MaxLength; length > longest {
				return made, "", invalid("code_value_too_long", "field", f.Meta.Title, "value", made.parts[i], "max", longest, "length", length).On(c.path + f.Key)
			}
		case part.Meta.Date != "":
			made.parts[i] = today.Format(dateLayouts[part.Meta.Date])
		default:
			made.parts[i] = part.Meta.Text
		}
	}
	return made, scope, nil
}

// counterScope names the counter of a running number within its rule: the period
// in which it begins anew and the values it is counted apart for. Where all of these
// are empty it is the counter of a rule that counts nothing apart, and goes on.
func (s *saving) counterScope(ctx context.Context, part catalog.CodePart, values expression.Scope, today time.Time) (string, error) {
	parts, apart := []string{today.Format(resetLayouts[part.Meta.Seq.Reset])}, false
	for _, program := range part.Scope {
		v, err := program.Eval(ctx, values)
		if err != nil {
			return "", err
		}
		parts = append(parts, plain(v))
		apart = apart || plain(v) != ""
	}
	if !apart {
		parts = parts[:1]
	}
	return strings.Join(parts, "|"), nil
}

// plain writes a value as a part of a code.
func plain(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case int64:
		return strconv.FormatInt(v, 10)
	}
	return fmt.Sprint(v)
}

// take gives the first of n numbers of a counter. Where gaps are allowed the
// numbers are taken apart from the transaction, so that no other one waits for
// its end; else they come back if it is rolled back.
func (s *saving) take(ctx context.Context, gap, rule, scope string, n int) (int64, error) {
	var last int64
	count := func(ctx context.Context, tx *store.Tx) error {
		const text = `insert into record_counter (rule, scope, last) values (?, ?, ?)
			on conflict (rule, scope) do update set last = record_counter.last + excluded.last returning last`
		return tx.QueryRow(ctx, text, rule, scope, n).Scan(&last)
	}
	take := s.tx.Apart
	if gap == gapNone {
		take = func(ctx context.Context, fn func(context.Context, *store.Tx) error) error { return fn(ctx, s.tx) }
	}
	if err := take(ctx, count); err != nil {
		return 0, fmt.Errorf("take numbers of %s: %w", rule, err)
	}
	return last - int64(n) + 1, nil
}
