package ddl

import (
	"context"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/store"
)

// changes are the differences of a table that is there.
type changes struct {
	added     []column
	hidden    []column // columns that metadata no longer has
	dropped   []string // those of them that go for good
	loosened  []string // columns that take null from now on
	tightened []tightened
	converted []converted
	rekeyed   []rekeyed
	hindered  []string // columns whose values stand against the change
	refolded  []column // folded columns whose texts changed while nobody folded them
	newChecks []check
	oldChecks []string
}

// beyondAlter reports what SQLite cannot do to a table in place.
func (ch *changes) beyondAlter() bool {
	bare := slices.ContainsFunc(ch.added, func(c column) bool { return c.required && c.initial == "" })
	rewritten := slices.ContainsFunc(ch.converted, func(c converted) bool { return !c.same })
	return bare || rewritten || len(ch.dropped)+len(ch.loosened)+len(ch.tightened)+len(ch.rekeyed)+len(ch.newChecks)+len(ch.oldChecks) > 0
}

// breaksOthers reports a change after which a program that knows the table as it was
// would read other values, or write what is refused.
func (ch *changes) breaksOthers() bool {
	bare := slices.ContainsFunc(ch.added, func(c column) bool { return c.required && c.initial == "" })
	hard := slices.ContainsFunc(ch.tightened, func(c tightened) bool { return c.initial == "" })
	return bare || hard || slices.ContainsFunc(ch.converted, converted.breaksOthers) || len(ch.newChecks) > 0
}

// mentionsStrange reports whether SQL speaks of a column that is not there yet, or has
// another type than it should.
func (ch *changes) mentionsStrange(texts ...string) bool {
	strange := slices.Clone(ch.hindered)
	for _, c := range ch.added {
		strange = append(strange, c.name)
	}
	for _, c := range ch.converted {
		if c.retype {
			strange = append(strange, c.name)
		}
	}
	return slices.ContainsFunc(strange, func(name string) bool {
		return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, store.Quote(name)) })
	})
}

// compare finds the differences of a table and notes its hazards.
func (d *differ) compare(ctx context.Context, w *table, info store.TableInfo) (*changes, error) {
	ch := &changes{}
	live := map[string]store.ColumnInfo{}
	for _, c := range info.Columns {
		live[c.Name] = c
	}
	for _, c := range w.columns {
		old, exists := live[c.name]
		delete(live, c.name)
		var err error
		if exists {
			err = d.compareColumn(ctx, w, c, old, info, ch)
		} else {
			err = d.addColumn(ctx, w, c, ch)
		}
		if err != nil {
			return nil, err
		}
	}
	for _, c := range info.Columns {
		if _, gone := live[c.Name]; gone && d.drops(w.of.Key, c.Name) {
			ch.dropped = append(ch.dropped, c.Name)
		} else if gone {
			ch.hidden = append(ch.hidden, column{name: c.Name, kind: c.Type})
			if c.NotNull {
				ch.loosened = append(ch.loosened, c.Name)
			}
		}
	}
	return ch, d.compareChecks(ctx, w, info, ch)
}

// addColumn plans a column that is new.
func (d *differ) addColumn(ctx context.Context, w *table, c column, ch *changes) error {
	if c.required && c.filler() == "" {
		filled, err := d.count(ctx, w, "1 = 1")
		if err != nil {
			return err
		}
		if filled > 0 {
			d.hazard(w, c.name, "ddl.required_without_default", filled)
			return nil
		}
	}
	ch.added = append(ch.added, c)
	return nil
}

func (d *differ) compareColumn(ctx context.Context, w *table, c column, old store.ColumnInfo, info store.TableInfo, ch *changes) error {
	goes, err := d.convert(ctx, w, c, old, info, ch)
	if err != nil || !goes {
		return err
	}
	if err := d.compareForeign(ctx, w, c, info, ch); err != nil {
		return err
	}
	if d.stale(w, c) {
		ch.refolded = append(ch.refolded, c)
	}
	switch {
	case c.name == "id" || c.required == old.NotNull:
		return nil
	case old.NotNull:
		ch.loosened = append(ch.loosened, c.name)
		return nil
	}
	empty, err := d.count(ctx, w, store.Quote(c.name)+" is null")
	if err != nil {
		return err
	}
	if empty > 0 && c.filler() == "" {
		d.hazard(w, c.name, "ddl.nulls", empty)
		return nil
	}
	many, err := d.isLarge(ctx, w, "1 = 1")
	ch.tightened = append(ch.tightened, tightened{c, empty, d.filled(w, c, info), many && !ch.changesMeaning(c.name)})
	return err
}

// sameKind reports whether a column has the database type that it should.
func sameKind(old store.ColumnInfo, c column) bool {
	kind, _, _ := strings.Cut(c.kind, " ")
	return strings.EqualFold(old.Type, kind)
}

// stale reports a folded column that metadata did without for a while: what is known
// of the table does not name it.
func (d *differ) stale(w *table, c column) bool {
	known := d.known[w.of.Key]
	_, told := known[c.name]
	return c.folds != nil && len(known) > 0 && !told
}

// compareChecks plans the checks that are new and takes away those that are gone.
// A check of a column that is new, or of which the figures change, comes with it.
func (d *differ) compareChecks(ctx context.Context, w *table, info store.TableInfo, ch *changes) error {
	for _, name := range info.Checks {
		wanted := slices.ContainsFunc(w.checks, func(k check) bool { return k.name == name })
		if !wanted && madeHere.MatchString(name) && !ch.proves(w, name) {
			ch.oldChecks = append(ch.oldChecks, name)
		}
	}
	for _, k := range w.checks {
		if slices.Contains(info.Checks, k.name) || k.withColumn(w, ch) {
			continue
		}
		if !ch.mentionsStrange(k.that) && len(ch.converted) == 0 {
			broken, err := d.count(ctx, w, "not ("+k.that+")")
			if err != nil {
				return err
			}
			if broken > 0 {
				d.hazard(w, k.name, "ddl.check_broken", broken)
				continue
			}
		}
		ch.newChecks = append(ch.newChecks, k)
	}
	return nil
}

// withColumn reports the range check of a column that is new or converted.
func (k check) withColumn(w *table, ch *changes) bool {
	own := func(c column) bool { return k.name == scaleName(w.of.Key, c.name, c.scale) }
	return slices.ContainsFunc(ch.added, own) || slices.ContainsFunc(ch.converted, func(c converted) bool { return own(c.column) })
}

// mostScale is the most decimals that a field may have.
const mostScale = 6

// scaleOf reads the scale of a column from the name of its range check; -1 when
// there is none.
func scaleOf(table, column string, checks []string) int {
	for scale := range mostScale + 1 {
		if slices.Contains(checks, scaleName(table, column, scale)) {
			return scale
		}
	}
	return -1
}

// scaleName names the range check of a decimal column, within the 63 bytes that
// PostgreSQL keeps.
func scaleName(table, column string, scale int) string {
	name := table + "_" + column
	if len(name) > 59 {
		name = fmt.Sprintf("%s_%08x", name[:50], crc32.ChecksumIEEE([]byte(name)))
	}
	return fmt.Sprintf("%s_sc%d", name, scale)
}

// power is ten to the n.
func power(n int) int64 {
	p := int64(1)
	for range n {
		p *= 10
	}
	return p
}
