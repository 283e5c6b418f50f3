package release

import (
	"context"
	"database/sql"
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

//go:embed migration/*.sql
var migrations embed.FS

// Migrations are the package's own tables.
func Migrations() store.Migrations { return store.Migrations{Owner: "release", FS: migrations} }

// Release is a release as it was put in force.
type Release struct {
	Number  int64  `db:"number" json:"release"`
	Parent  int64  `db:"parent" json:"parent"`
	Content string `db:"content" json:"-"` // hash; "" of a release that is older than this package
	Author  string `db:"author" json:"by"`
	Note    string `db:"note" json:"note"`
	Objects int64  `db:"objects" json:"objects"` // that differ from its parent's
	At      int64  `db:"at" json:"-"`
}

const columns = "number, parent, content, author, note, objects, at"

// Newest gives the release that was put in force last; the zero Release where there is
// none.
func Newest(ctx context.Context, tx *store.Tx) (Release, error) {
	found, err := History(ctx, tx, 1)
	if err != nil || len(found) == 0 {
		return Release{}, err
	}
	return found[0], nil
}

// History lists the newest releases first.
func History(ctx context.Context, tx *store.Tx, most int) ([]Release, error) {
	found := []Release{}
	if err := tx.Select(ctx, &found, fmt.Sprintf("select %s from release_history order by number desc limit %d", columns, most)); err != nil {
		return nil, fmt.Errorf("read releases: %w", err)
	}
	return found, nil
}

// find gives a release whose content is kept.
func find(ctx context.Context, tx *store.Tx, number int64) (Release, error) {
	var found []Release
	if err := tx.Select(ctx, &found, "select "+columns+" from release_history where number = ? and content <> ''", number); err != nil {
		return Release{}, fmt.Errorf("read release %d: %w", number, err)
	}
	if len(found) == 0 {
		return Release{}, fault.New(fault.NotFound, "release.unknown", "release", number)
	}
	return found[0], nil
}

// siteFiles reads the site's layer of a release; it is empty where there is none.
func (r Release) siteFiles(ctx context.Context, tx *store.Tx) (Folder, error) {
	layers, err := r.layers(ctx, tx)
	if err != nil {
		return nil, err
	}
	return filesOf(ctx, tx, siteOf(layers))
}

func (r Release) layers(ctx context.Context, tx *store.Tx) (layers []layerLine, err error) {
	if r.Content == "" {
		return nil, nil
	}
	return layers, readList(ctx, tx, r.Content, &layers)
}

// filesOf reads the files of a list; of "" there are none.
func filesOf(ctx context.Context, tx *store.Tx, list string) (Folder, error) {
	lines, err := linesOf(ctx, tx, list)
	if err != nil {
		return nil, err
	}
	files := Folder{}
	for some := range slices.Chunk(lines, objectBatch) {
		texts, err := readObjects(ctx, tx, some)
		if err != nil {
			return nil, err
		}
		for _, line := range some {
			text, there := texts[line.Hash]
			if !there {
				return nil, fmt.Errorf("read object %s: %w", line.Hash, sql.ErrNoRows)
			}
			files[line.Path] = text
		}
	}
	return files, nil
}

// readObjects reads the texts of files at once, by their hashes.
func readObjects(ctx context.Context, tx *store.Tx, lines []fileLine) (map[string][]byte, error) {
	hashes := make([]string, len(lines))
	for i, line := range lines {
		hashes[i] = line.Hash
	}
	var found []struct {
		Hash string `db:"hash"`
		Text string `db:"text"`
	}
	if err := tx.Select(ctx, &found, "select hash, text from release_object where hash in ?", hashes); err != nil {
		return nil, fmt.Errorf("read objects: %w", err)
	}
	texts := map[string][]byte{}
	for _, one := range found {
		texts[one.Hash] = []byte(one.Text)
	}
	return texts, nil
}

func linesOf(ctx context.Context, tx *store.Tx, list string) (lines []fileLine, err error) {
	if list == "" {
		return nil, nil
	}
	return lines, readList(ctx, tx, list, &lines)
}

func readList(ctx context.Context, tx *store.Tx, hash string, into any) error {
	text, err := readObject(ctx, tx, hash)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("read list %s: %w", hash, err)
	}
	return nil
}

func readObject(ctx context.Context, tx *store.Tx, hash string) ([]byte, error) {
	var text string
	if err := tx.QueryRow(ctx, "select text from release_object where hash = ?", hash).Scan(&text); err != nil {
		return nil, fmt.Errorf("read object %s: %w", hash, err)
	}
	return []byte(text), nil
}

// keep writes a release with what of its content is not there yet. Its number is the
// next one: another release that came first is the fault release.moved.
func keep(ctx context.Context, tx *store.Tx, r Release, c content) error {
	newest, err := Newest(ctx, tx)
	if err != nil {
		return err
	}
	if newest.Number != r.Parent {
		return moved(newest.Number)
	}
	if err := addObjects(ctx, tx, c); err != nil {
		return err
	}
	if r.Objects, err = differing(ctx, tx, newest, c); err != nil {
		return err
	}
	const insert = "insert into release_history (" + columns + ") values (?, ?, ?, ?, ?, ?, ?) on conflict (number) do nothing"
	added, err := tx.Exec(ctx, insert, r.Number, r.Parent, c.hash, r.Author, r.Note, r.Objects, r.At)
	switch {
	case err != nil:
		return fmt.Errorf("keep release %d: %w", r.Number, err)
	case added == 0:
		return moved(r.Number)
	}
	return nil
}

// moved refuses a release that was made on one that is not the newest any more.
func moved(newest int64) error {
	return fault.New(fault.Conflict, "release.moved", "release", newest)
}

// objectBatch is how many objects one statement adds or reads.
const objectBatch = 64

func addObjects(ctx context.Context, tx *store.Tx, c content) error {
	for hashes := range slices.Chunk(slices.Sorted(maps.Keys(c.objects)), objectBatch) {
		var args []any
		for _, hash := range hashes {
			args = append(args, hash, string(c.objects[hash]))
		}
		places := strings.TrimSuffix(strings.Repeat("(?, ?), ", len(hashes)), ", ")
		if _, err := tx.Exec(ctx, "insert into release_object (hash, text) values "+places+" on conflict (hash) do nothing", args...); err != nil {
			return fmt.Errorf("keep objects: %w", err)
		}
	}
	return nil
}

// differing counts the files that are new, gone or other than in a release.
func differing(ctx context.Context, tx *store.Tx, before Release, c content) (count int64, err error) {
	layers, err := before.layers(ctx, tx)
	if err != nil {
		return 0, err
	}
	was, err := hashesOf(ctx, tx, layers, c.layers)
	if err != nil {
		return 0, err
	}
	is, err := hashesOf(ctx, tx, c.layers, layers)
	if err != nil {
		return 0, err
	}
	for name, hash := range is {
		if was[name] != hash {
			count++
		}
		delete(was, name)
	}
	return count + int64(len(was)), nil
}

// hashesOf gives the hashes of the files of those layers that are not among others.
func hashesOf(ctx context.Context, tx *store.Tx, layers, others []layerLine) (map[string]string, error) {
	hashes := map[string]string{}
	for _, l := range layers {
		if slices.Contains(others, l) {
			continue
		}
		lines, err := linesOf(ctx, tx, l.Files)
		if err != nil {
			return nil, err
		}
		for _, line := range lines {
			hashes[l.Name+"/"+line.Path] = line.Hash
		}
	}
	return hashes, nil
}
