package release

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/meta/overlay"
	"github.com/wareloom/wareloom/engine/meta/shape"
	"github.com/wareloom/wareloom/engine/meta/tree"
	"github.com/wareloom/wareloom/engine/store"
)

// Conflict is a place that a change set and what came into force meanwhile both changed.
// A change set with a conflict that nobody decided is not published.
type Conflict struct {
	ID      int64   `db:"id" json:"id"`
	Change  int64   `db:"change_id" json:"change"`
	Kind    string  `db:"kind" json:"kind"`
	Key     string  `db:"object_key" json:"key"`
	Path    string  `db:"place" json:"path"` // "" is the whole object
	Base    *string `db:"base" json:"-"`     // JSON; nil: nothing was there
	Ours    *string `db:"ours" json:"-"`
	Theirs  *string `db:"theirs" json:"-"`
	Release int64   `db:"release" json:"release"` // that says theirs
	Choice  string  `db:"choice" json:"choice"`
	Author  string  `db:"author" json:"by"` // who chose
	At      int64   `db:"at" json:"-"`

	Choices []string `db:"-" json:"choices"` // that there are
}

// Choices of who decides a conflict.
const (
	Keep = "keep"  // what the change set says
	Take = "take"  // what came into force
	Both = "both"  // the one and the other, where a place can say both
	AsIs = "draft" // what the change set says by now, however somebody wrote it
)

const conflictColumns = "id, change_id, kind, object_key, place, base, ours, theirs, release, choice, author, at"

// Conflicts lists those of a change set, the undecided first.
func (r *Releases) Conflicts(ctx context.Context, change int64) (found []Conflict, err error) {
	err = r.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		if _, err := findChange(ctx, tx, change, ""); err != nil {
			return err
		}
		found = []Conflict{}
		return tx.Select(ctx, &found, "select "+conflictColumns+" from release_conflict where change_id = ? order by choice <> '', kind, object_key, place, id", change)
	})
	if err != nil {
		return nil, fmt.Errorf("list conflicts of change set %d: %w", change, err)
	}
	for i := range found {
		found[i].Choices = r.choices(found[i])
	}
	return found, nil
}

func (r *Releases) choices(c Conflict) []string {
	found := []string{Keep, Take}
	if r.both(c) != nil {
		found = append(found, Both)
	}
	return append(found, AsIs)
}

// both puts the two sides of a conflict into one value: of conditions each must hold, of
// a list without keys all items are there. nil: it must be the one or the other.
func (r *Releases) both(c Conflict) *tree.Node {
	ours, theirs := nodeOf(c.Ours), nodeOf(c.Theirs)
	s := overlay.ShapeOf(r.Shapes.Of(c.Kind), overlay.Set, c.Path)
	switch {
	case ours == nil || theirs == nil || ours.Kind != theirs.Kind || c.Path == "":
		return nil
	case ours.Kind == tree.List && s.Key() == "":
		made := theirs.Clone()
		for _, item := range ours.Items {
			if !slices.ContainsFunc(made.Items, func(other *tree.Node) bool { return tree.Equal(item, other) }) {
				made.Items = append(made.Items, item)
			}
		}
		return made
	case ours.Kind == tree.Literal && joiner(c.Path, s) != "":
		return tree.Value("(" + theirs.String() + ")" + joiner(c.Path, s) + "(" + ours.String() + ")")
	}
	return nil
}

// joiner is what stands between two conditions at a place: all of what must be, any of
// what must never be. "" where no condition stands.
func joiner(path string, s shape.Shape) string {
	steps := overlay.Split(path)
	if s.Names() != "expression" {
		return ""
	}
	switch steps[len(steps)-1] {
	case "when", "must", "where":
		return " and "
	case "never":
		return " or "
	}
	return ""
}

func nodeOf(text *string) *tree.Node {
	if text == nil {
		return nil
	}
	node, err := tree.Parse([]byte(*text))
	if err != nil { // it was printed by us
		return nil
	}
	return node
}

func textOf(node *tree.Node) *string {
	if node == nil {
		return nil
	}
	text := strings.TrimSpace(string(tree.Print(node)))
	return &text
}

// JSON gives a side of a conflict for an answer.
func JSON(side *string) json.RawMessage {
	if side == nil {
		return json.RawMessage("null")
	}
	return json.RawMessage(*side)
}

// keepConflicts writes what a merge could not decide. A place that was in conflict
// already keeps what was there first.
func (r *Releases) keepConflicts(ctx context.Context, tx *store.Tx, change, release int64, clashes []clash) error {
	if len(clashes) == 0 {
		return nil
	}
	id, err := tx.NextIDs(ctx, len(clashes))
	if err != nil {
		return err
	}
	const again = "update release_conflict set theirs = ?, release = ? where change_id = ? and kind = ? and object_key = ? and place = ? and choice = ''"
	const insert = "insert into release_conflict (" + conflictColumns + ") values (?, ?, ?, ?, ?, ?, ?, ?, ?, '', '', ?)"
	for i, c := range clashes {
		known, err := tx.Exec(ctx, again, textOf(c.theirs), release, change, c.of.Kind, c.of.Key, c.at)
		if err == nil && known == 0 {
			_, err = tx.Exec(ctx, insert, id+int64(i), change, c.of.Kind, c.of.Key, c.at, textOf(c.base), textOf(c.ours), textOf(c.theirs), release, r.Now().UnixMilli())
		}
		if err != nil {
			return fmt.Errorf("keep conflict at %s %s %s: %w", c.of.Kind, c.of.Key, c.at, err)
		}
	}
	return nil
}

// undecided refuses a change set with conflicts that nobody decided.
func undecided(ctx context.Context, tx *store.Tx, change int64) error {
	n, err := countUndecided(ctx, tx, change)
	if err == nil && n > 0 {
		err = fault.New(fault.Conflict, "release.conflicts", "n", n)
	}
	return err
}

func countUndecided(ctx context.Context, tx *store.Tx, change int64) (n int64, err error) {
	if err := tx.Get(ctx, &n, "select count(*) from release_conflict where change_id = ? and choice = ''", change); err != nil {
		return 0, fmt.Errorf("count conflicts of change set %d: %w", change, err)
	}
	return n, nil
}

// Decide settles a conflict: the change set says what was chosen at its place. Faults:
// release.no_conflict, release.no_choice, release.conflict_gone where the place is not
// there any more, and those of Edit but release.object_moved.
func (r *Releases) Decide(ctx context.Context, change, id int64, choice, author string) (problems meta.Problems, err error) {
	if _, err := r.shippedModel(); err != nil { // before others wait for this to be written
		return nil, err
	}
	var files Folder
	err = r.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		if _, err := r.current(ctx, tx, change); err != nil {
			return err
		}
		c, err := findConflict(ctx, tx, change, id)
		if err != nil {
			return err
		}
		if !slices.Contains(r.choices(c), choice) {
			return fault.New(fault.Invalid, "release.no_choice", "choice", choice, "choices", r.choices(c)).On("choice")
		}
		if files, err = r.settle(ctx, tx, c, choice, author); err != nil {
			return err
		}
		const put = "update release_conflict set choice = ?, author = ?, at = ? where id = ?"
		if _, err := tx.Exec(ctx, put, choice, author, r.Now().UnixMilli(), id); err != nil {
			return fmt.Errorf("decide conflict %d: %w", id, err)
		}
		return endIfSettled(ctx, tx, change)
	})
	if err != nil {
		return nil, err
	}
	return r.Check(files)
}

func findConflict(ctx context.Context, tx *store.Tx, change, id int64) (Conflict, error) {
	var found []Conflict
	if err := tx.Select(ctx, &found, "select "+conflictColumns+" from release_conflict where change_id = ? and id = ?", change, id); err != nil {
		return Conflict{}, fmt.Errorf("read conflict %d: %w", id, err)
	}
	if len(found) == 0 {
		return Conflict{}, fault.New(fault.NotFound, "release.no_conflict", "conflict", id)
	}
	return found[0], nil
}

// endIfSettled ends a change set in which all is decided and nothing is to be published,
// as of an upgrade of which everything was kept.
func endIfSettled(ctx context.Context, tx *store.Tx, change int64) error {
	n, err := countUndecided(ctx, tx, change)
	if err != nil || n > 0 {
		return err
	}
	c, err := findChange(ctx, tx, change, "")
	if err != nil || c.Objects > 0 {
		return err
	}
	return setState(ctx, tx, change, Published)
}

// settle writes what was chosen into the change set and gives the site's files under it.
func (r *Releases) settle(ctx context.Context, tx *store.Tx, c Conflict, choice, author string) (Folder, error) {
	files, err := under(ctx, tx, c.Change)
	if err != nil || choice == AsIs {
		return files, err
	}
	value := nodeOf(c.Ours)
	switch choice {
	case Take:
		value = nodeOf(c.Theirs)
	case Both:
		value = r.both(c)
	}
	edits, err := r.editsAt(files, c, value)
	if err != nil {
		return nil, err
	}
	files.lay(edits)
	inForce, err := under(ctx, tx, 0)
	for _, e := range edits {
		switch {
		case err != nil:
		case inForce.says(e.Path, e.Text):
			err = dropEdit(ctx, tx, c.Change, e.Path)
		default:
			err = r.keepEdit(ctx, tx, c.Change, author, e)
		}
	}
	return files, err
}

// editsAt are the files that give a place of an object a value.
func (r *Releases) editsAt(files Folder, c Conflict, value *tree.Node) ([]edit, error) {
	of := Named{c.Kind, c.Key}
	shippedTexts, err := r.shippedNow()
	if err != nil {
		return nil, err
	}
	if !slices.Contains(r.naming(), c.Kind) { // a file that is no object
		return nil, fault.New(fault.Conflict, "release.conflict_gone", "path", c.Path)
	}
	now := r.side(shippedTexts, files)
	name := files.place(of, overlayEnd(of))
	if _, ships := shippedTexts[of]; !ships {
		name = files.place(of, "."+c.Kind+".json")
	}
	object, whole := now.comesOut(of, name)
	made, there := put(object, r.Shapes.Of(c.Kind), c.Path, value)
	if !whole || !there {
		return nil, fault.New(fault.Conflict, "release.conflict_gone", "path", c.Path)
	}
	m := &merge{r: r, base: now, ours: now, theirs: now}
	edits := m.write(of, name, made)
	if len(m.clashes) > 0 {
		return nil, fault.New(fault.Conflict, "release.conflict_gone", "path", c.Path)
	}
	return edits, nil
}
