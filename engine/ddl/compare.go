package ddl

import (
	"context"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// changes are the differences of a table that is there.
type changes struct {
	added     []column
	hidden    []column // columns that metadata no longer has
	loosened  []string // columns that take null from now on
	tightened []column // columns that no longer do
	rescaled  []rescaled
	newChecks []check
	oldChecks []string
}

// rescaled is a decimal column whose figures get another number of decimals.
type rescaled struct {
	column
	from int
}

// beyondAlter reports what SQLite cannot do to a table in place.
func (ch *changes) beyondAlter() bool {
	bare := slices.ContainsFunc(ch.added, func(c column) bool { return c.required && c.initial == "" })
	return bare || len(ch.loosened)+len(ch.tightened)+len(ch.rescaled)+len(ch.newChecks)+len(ch.oldChecks) > 0
}

// mentionsAdded reports whether SQL speaks of a column that is not there yet.
func (ch *changes) mentionsAdded(texts ...string) bool {
	return slices.ContainsFunc(ch.added, func(c column) bool {
		return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, store.Quote(c.name)) })
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
		if _, gone := live[c.Name]; gone {
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
	if c.required && c.initial == "" {
		filled, err := d.anyRow(ctx, w, "1 = 1")
		if err != nil {
			return err
		}
		if filled {
			d.hazard(w, c.name, "ddl.required_without_default")
			return nil
		}
	}
	ch.added = append(ch.added, c)
	return nil
}

func (d *differ) compareColumn(ctx context.Context, w *table, c column, old store.ColumnInfo, info store.TableInfo, ch *changes) error {
	if !strings.EqualFold(old.Type, firstWord(c.kind)) {
		d.hazard(w, c.name, "ddl.type_change")
		return nil
	}
	if c.scaled {
		if err := d.compareScale(ctx, w, c, info, ch); err != nil {
			return err
		}
	}
	switch {
	case c.name == "id" || c.required == old.NotNull:
		return nil
	case old.NotNull:
		ch.loosened = append(ch.loosened, c.name)
		return nil
	}
	empty, err := d.anyRow(ctx, w, store.Quote(c.name)+" is null")
	if err != nil {
		return err
	}
	if empty && c.initial == "" {
		d.hazard(w, c.name, "ddl.nulls")
		return nil
	}
	ch.tightened = append(ch.tightened, c)
	return nil
}

func firstWord(text string) string {
	word, _, _ := strings.Cut(text, " ")
	return word
}

// compareScale plans more or fewer decimals, if every figure can be kept.
func (d *differ) compareScale(ctx context.Context, w *table, c column, info store.TableInfo, ch *changes) error {
	from := scaleOf(w.of.Key, c.name, info.Checks)
	if from < 0 || from == c.scale {
		return nil
	}
	name, key := store.Quote(c.name), "ddl.too_long"
	lost := fmt.Sprintf("abs(%s) > %d", name, catalog.LargestScaled/power(c.scale-from))
	if c.scale < from {
		lost, key = fmt.Sprintf("%s %% %d <> 0", name, power(from-c.scale)), "ddl.decimals_lost"
	}
	loses, err := d.anyRow(ctx, w, lost)
	if err != nil {
		return err
	}
	if loses {
		d.hazard(w, c.name, key)
		return nil
	}
	ch.rescaled = append(ch.rescaled, rescaled{c, from})
	return nil
}

// compareChecks plans the checks that are new and takes away those that are gone.
// A check of a column that is new, or of which the figures change, comes with it.
func (d *differ) compareChecks(ctx context.Context, w *table, info store.TableInfo, ch *changes) error {
	for _, name := range info.Checks {
		wanted := slices.ContainsFunc(w.checks, func(k check) bool { return k.name == name })
		if !wanted && madeHere.MatchString(name) {
			ch.oldChecks = append(ch.oldChecks, name)
		}
	}
	for _, k := range w.checks {
		if slices.Contains(info.Checks, k.name) || k.withColumn(w, ch) {
			continue
		}
		if !ch.mentionsAdded(k.that) && len(ch.rescaled) == 0 {
			broken, err := d.anyRow(ctx, w, "not ("+k.that+")")
			if err != nil {
				return err
			}
			if broken {
				d.hazard(w, k.name, "ddl.check_broken")
				continue
			}
		}
		ch.newChecks = append(ch.newChecks, k)
	}
	return nil
}

// withColumn reports the range check of a column that is new or rescaled.
func (k check) withColumn(w *table, ch *changes) bool {
	own := func(c column) bool { return k.name == scaleName(w.of.Key, c.name, c.scale) }
	return slices.ContainsFunc(ch.added, own) || slices.ContainsFunc(ch.rescaled, func(r rescaled) bool { return own(r.column) })
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
