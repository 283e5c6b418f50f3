package release

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"maps"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// Change is a change set: files of a site that are worked on together and published at
// once.
type Change struct {
	ID      int64  `db:"id" json:"change"`
	Title   string `db:"title" json:"title"`
	Author  string `db:"author" json:"by"`
	At      int64  `db:"at" json:"-"`
	Base    int64  `db:"base" json:"base"` // release that it stands on
	State   string `db:"state" json:"state"`
	Objects int64  `db:"objects" json:"objects"` // files that it changes

	Conflicts int64 `db:"conflicts" json:"conflicts"` // that nobody decided
}

// States of a change set.
const (
	Open      = "open"
	Published = "published"
	Dropped   = "dropped"
)

// OpenChange begins a change set on the release in force and gives its number.
func (r *Releases) OpenChange(ctx context.Context, title, author string) (id int64, err error) {
	err = r.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		id, err = r.addChange(ctx, tx, title, author)
		return err
	})
	return id, err
}

func (r *Releases) addChange(ctx context.Context, tx *store.Tx, title, author string) (id int64, err error) {
	newest, err := Newest(ctx, tx)
	if err != nil {
		return 0, err
	}
	if id, err = tx.NextIDs(ctx, 1); err != nil {
		return 0, err
	}
	const insert = "insert into release_change (id, title, author, at, base, state) values (?, ?, ?, ?, ?, ?)"
	if _, err := tx.Exec(ctx, insert, id, title, author, r.Now().UnixMilli(), newest.Number, Open); err != nil {
		return 0, fmt.Errorf("open a change set: %w", err)
	}
	return id, nil
}

// ImportChange begins a change set that makes a site's files these, and gives its
// number. What is wrong with them is told by the check.
func (r *Releases) ImportChange(ctx context.Context, files Folder, title, author string) (id int64, err error) {
	err = r.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		if id, err = r.addChange(ctx, tx, title, author); err != nil {
			return err
		}
		there, err := under(ctx, tx, 0)
		if err != nil {
			return err
		}
		for _, e := range r.editsBetween(there, files) {
			if err := r.keepEdit(ctx, tx, id, author, e); err != nil {
				return err
			}
		}
		return nil
	})
	return id, err
}

// editsBetween are the edits that make files of others.
func (r *Releases) editsBetween(there, files Folder) (edits []edit) {
	for name := range there {
		if files[name] == nil {
			edits = append(edits, edit{Path: name})
		}
	}
	for name, text := range files {
		said := string(text)
		if made, wrong := r.formatted(name, text); wrong == nil {
			said = *made
		}
		if was, is := there[name]; !is || string(was) != said {
			edits = append(edits, edit{name, &said})
		}
	}
	return edits
}

// Changes lists the newest change sets of a state; "" is any.
func (r *Releases) Changes(ctx context.Context, state string) (found []Change, err error) {
	err = r.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		found = []Change{}
		return tx.Select(ctx, &found, changeColumns+" where ? in ('', state) order by id desc limit ?", state, MostListed)
	})
	if err != nil {
		return nil, fmt.Errorf("list change sets: %w", err)
	}
	return found, nil
}

const changeColumns = `select id, title, author, at, base, state,
	(select count(*) from release_edit e where e.change_id = release_change.id) as objects,
	(select count(*) from release_conflict f where f.change_id = release_change.id and f.choice = '') as conflicts from release_change`

// DropChange gives a change set up; what it said stays to be read.
func (r *Releases) DropChange(ctx context.Context, id int64) error {
	return r.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		if err := openChange(ctx, tx, id); err != nil {
			return err
		}
		return setState(ctx, tx, id, Dropped)
	})
}

// publishedChange ends a change set with the release that it is put in force by.
func publishedChange(ctx context.Context, tx *store.Tx, id int64) error {
	if err := openChange(ctx, tx, id); err != nil {
		return err
	}
	return setState(ctx, tx, id, Published)
}

func setState(ctx context.Context, tx *store.Tx, id int64, state string) error {
	if _, err := tx.Exec(ctx, "update release_change set state = ? where id = ?", state, id); err != nil {
		return fmt.Errorf("set state of change set %d: %w", id, err)
	}
	return nil
}

// openChange finds a change set that may still be worked on, and keeps others from
// publishing it meanwhile. The faults are release.no_change and release.change_ended.
func openChange(ctx context.Context, tx *store.Tx, id int64) error {
	c, err := findChange(ctx, tx, id, tx.ForUpdate())
	if err != nil {
		return err
	}
	return c.mustBeOpen()
}

func (c Change) mustBeOpen() error {
	if c.State != Open {
		return fault.New(fault.Conflict, "release.change_ended", "change", c.ID)
	}
	return nil
}

func findChange(ctx context.Context, tx *store.Tx, id int64, lock string) (c Change, err error) {
	err = tx.Get(ctx, &c, changeColumns+" where id = ?"+lock, id)
	if errors.Is(err, sql.ErrNoRows) {
		return c, fault.New(fault.NotFound, "release.no_change", "change", id)
	}
	if err != nil {
		return c, fmt.Errorf("read change set %d: %w", id, err)
	}
	return c, nil
}

// edit is what a change set makes of a file; nil: the file goes.
type edit struct {
	Path string  `db:"path"`
	Text *string `db:"text"`
}

func editsOf(ctx context.Context, tx *store.Tx, change int64) (edits []edit, err error) {
	if err := tx.Select(ctx, &edits, "select path, text from release_edit where change_id = ? order by path", change); err != nil {
		return nil, fmt.Errorf("read change set %d: %w", change, err)
	}
	return edits, nil
}

// under gives the site's files as a change set makes them of the newest release; 0 is
// none.
func under(ctx context.Context, tx *store.Tx, change int64) (Folder, error) {
	newest, err := Newest(ctx, tx)
	if err != nil {
		return nil, err
	}
	files, err := newest.siteFiles(ctx, tx)
	if err != nil || change == 0 {
		return files, err
	}
	return files, files.edit(ctx, tx, change)
}

// edit lays the files of a change set in their place.
func (f Folder) edit(ctx context.Context, tx *store.Tx, change int64) error {
	edits, err := editsOf(ctx, tx, change)
	f.lay(edits)
	return err
}

// with gives other files: these, with edits in their place.
func (f Folder) with(edits []edit) Folder {
	made := maps.Clone(f)
	made.lay(edits)
	return made
}

func (f Folder) lay(edits []edit) {
	for _, e := range edits {
		f.put(e.Path, e.Text)
	}
}

// put gives a file a text; nil takes it away.
func (f Folder) put(name string, text *string) {
	if text == nil {
		delete(f, name)
		return
	}
	f[name] = []byte(*text)
}

// Under gives the site's files as an open change set makes them of the release in force.
func (r *Releases) Under(ctx context.Context, change int64) (files Folder, err error) {
	err = r.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		if _, err := findChange(ctx, tx, change, ""); err != nil {
			return err
		}
		files, err = under(ctx, tx, change)
		return err
	})
	return files, err
}

// PublishChange puts a change set in force. Faults are release.no_change,
// release.change_ended, release.change_empty, release.conflicts where nobody decided
// between it and what came into force meanwhile, and those of Publish.
func (r *Releases) PublishChange(ctx context.Context, id int64, by By) (Put, error) {
	site, err := r.ready(ctx, id)
	if err != nil {
		return Put{}, err
	}
	by.change = id
	return r.publishSite(ctx, site, by, r.checkTests)
}

func (r *Releases) ready(ctx context.Context, id int64) (site fs.FS, err error) {
	if _, err := r.shippedModel(); err != nil { // before others wait for what is written
		return nil, err
	}
	var files Folder
	err = r.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		c, err := r.current(ctx, tx, id)
		if err == nil && c.Objects == 0 {
			err = fault.New(fault.Conflict, "release.change_empty", "change", id)
		}
		if err == nil {
			files, err = under(ctx, tx, id)
		}
		return err
	})
	if err == nil { // what a rebase found stays, also where it stops the publish
		err = r.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error { return undecided(ctx, tx, id) })
	}
	if err != nil {
		return nil, err
	}
	return files.FS()
}

// current finds an open change set that is on the newest release, and brings it there
// where a server of another version published without doing so.
func (r *Releases) current(ctx context.Context, tx *store.Tx, id int64) (Change, error) {
	if err := openChange(ctx, tx, id); err != nil {
		return Change{}, err
	}
	c, err := findChange(ctx, tx, id, "")
	if err != nil {
		return Change{}, err
	}
	if err := r.rebase(ctx, tx, c); err != nil {
		return Change{}, err
	}
	return findChange(ctx, tx, id, "")
}
