package release

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
)

// compiled is what a site's files come to over the shipped layers: nothing else decides
// it, neither the release in force nor the tables there are.
type compiled struct {
	problems meta.Problems    // what is wrong with them; then there is no more
	release  *catalog.Release // without a number
	content  content
}

// Compiling takes a while, and one edit is followed by several questions: is it sound,
// how does it look, what would it do to the tables. What was compiled is kept for a few
// states of the files, until nobody asks any more.
const (
	mostCompiled  = 4
	spareCompiled = 5 * time.Minute
)

// Compilations are what was compiled lately. Servers of one process share one when they run the
// same product, as those of tests do: a release has nothing of the server that made it.
type Compilations struct{ recent recent[*compiled] } // by the database and the hash of a site's files

// compiled compiles a site's files, or gives what came of them lately. Mistakes of
// metadata are no error here.
func (r *Releases) compiled(files Folder) (*compiled, error) {
	return r.made.recent.get(string(r.DB.Dialect())+files.hash(), func() (*compiled, error) {
		made, err := r.compileFiles(files)
		var problems meta.Problems
		if errors.As(err, &problems) {
			return &compiled{problems: problems}, nil
		}
		return made, err
	})
}

// compileFiles makes the release from the files as they are, so that problems have their
// lines, and its content from their one form.
func (r *Releases) compileFiles(files Folder) (*compiled, error) {
	site, err := files.FS()
	if err != nil {
		return nil, err
	}
	made, err := r.Compile(site)
	if err != nil {
		return nil, err
	}
	made.On(r.DB.Dialect())
	if files, err = files.formatted(r.Shapes); err != nil {
		return nil, err
	}
	return &compiled{release: made, content: pack(r.layers(files))}, nil
}

// draft makes the draft on a release. The error names all that is wrong with the files.
func (r *Releases) draft(files Folder, before Release) (*Draft, error) {
	made, err := r.compiled(files)
	if err != nil {
		return nil, err
	}
	if len(made.problems) > 0 {
		return nil, slices.Clone(made.problems)
	}
	d := &Draft{content: made.content, before: before}
	number := before.Number
	if d.isNew() {
		number++
	}
	d.Release = made.release.WithNumber(number)
	return d, nil
}

// hash is that of all names and texts.
func (f Folder) hash() string {
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(f)) {
		fmt.Fprintf(sum, "%s %d\n", name, len(f[name]))
		sum.Write(f[name])
	}
	return hex.EncodeToString(sum.Sum(nil))
}
