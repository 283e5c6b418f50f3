package release_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/release"
	"github.com/wareloom/wareloom/engine/store"
)

// counting is a desk that counts how often it compiles.
type counting struct {
	*desk
	compiled atomic.Int64
	ahead    atomic.Int64 // of the clock
}

func countingOn(t *testing.T, db *store.DB) *counting {
	d := &counting{desk: open(t, db, shippedShelf)}
	options, compile := d.Options, d.Compile
	options.Compile = func(site fs.FS) (*catalog.Release, error) {
		d.compiled.Add(1)
		return compile(site)
	}
	options.Now = func() time.Time { return time.Now().Add(time.Duration(d.ahead.Load())) }
	d.Releases = release.New(options)
	d.begin(nil)
	d.compiled.Store(0)
	return d
}

func (d *counting) hasCompiled(times int64, what string) {
	d.Helper()
	if got := d.compiled.Swap(0); got != times {
		d.Errorf("%s: compiled %d times, not %d", what, got, times)
	}
}

// crate is the text of a table of a site's own.
func crate(fields string) string {
	return strings.ReplaceAll(string(box(fields)["goods/box.table.json"].Data), "box", "crate")
}

// edit keeps a table in a change set and gives the hash of what it comes to.
func (d *counting) edit(change int64, text, hash string) string {
	d.Helper()
	made, wrong, err := d.Edit(d.Context(), release.Edit{
		Named: release.Named{Kind: "table", Key: "crate"}, Change: change, Object: json.RawMessage(text), Hash: hash,
	})
	if err != nil || len(wrong) > 0 {
		d.Fatal(err, wrong)
	}
	return made
}

func (d *counting) open() int64 {
	d.Helper()
	change, err := d.OpenChange(d.Context(), "a crate", "somebody")
	if err != nil {
		d.Fatal(err)
	}
	return change
}

// look is a call under a change set.
func (d *counting) look(change int64) *release.Trial {
	d.Helper()
	trial, err := d.Trial(d.Context(), change)
	if err != nil {
		d.Fatal(err)
	}
	return trial
}

// TestAnEditIsCompiledOnce edits, looks, looks again, asks what publishing would do, and
// publishes.
func TestAnEditIsCompiledOnce(t *testing.T) {
	t.Parallel()
	var read atomic.Int64
	tap := func(text string, _ []any) {
		if strings.Contains(text, "release_object") {
			read.Add(1)
		}
	}
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		d := countingOn(t, enginetest.Open(t, dsn, store.Options{Tap: tap}))
		change := d.open()
		hash := d.edit(change, crate(""), "")
		first := d.look(change)
		read.Store(0)
		if d.look(change) != first || read.Load() != 0 {
			t.Errorf("a second look reads %d lists and texts", read.Load())
		}
		files, err := d.Under(t.Context(), change)
		if err != nil {
			t.Fatal(err)
		}
		if made, err := d.Preview(t.Context(), files); err != nil || len(made.Plan) == 0 || len(made.Problems) > 0 {
			t.Errorf("foreseen as %+v: %v", made, err)
		}
		d.hasCompiled(1, "an edit and what follows")
		d.edit(change, crate(field("width", "integer")), hash)
		if next := d.look(change); next == first || next.Release == first.Release {
			t.Error("a look tells what was before the edit")
		}
		if _, err := d.PublishChange(t.Context(), change, release.By{}); err != nil || !d.holds("crate", "width") {
			t.Errorf("not published: %v", err)
		}
		d.hasCompiled(1, "another edit, until it is in force")
	})
}

// TestALookFollowsWhatIsInForce has others publish beside a change set, first something
// else and then the very same.
func TestALookFollowsWhatIsInForce(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		d := countingOn(t, db)
		change := d.open()
		d.edit(change, crate(""), "")
		looks := func(number int64, box bool, tables ...string) {
			t.Helper()
			trial := d.look(change)
			_, has := trial.Release.Tables["box"]
			if trial.Release.Number != number || has != box || !slices.Equal(trial.Tables, tables) {
				t.Errorf("release %d, with a box %t, not built %v; want %d, %t, %v", trial.Release.Number, has, trial.Tables, number, box, tables)
			}
		}
		looks(2, false, "crate")
		d.publish(box(""))
		looks(3, true, "crate")
		files, err := d.Under(t.Context(), change)
		if err != nil {
			t.Fatal(err)
		}
		site, err := files.FS()
		if err != nil {
			t.Fatal(err)
		}
		d.publish(site)
		looks(3, true)
		d.hasCompiled(3, "a look, another release and a look over it")
	})
}

// TestOneSlowCompileStopsNobodyElse has many ask for what is being compiled, and one for
// something else meanwhile.
func TestOneSlowCompileStopsNobodyElse(t *testing.T) {
	t.Parallel()
	d := countingOn(t, enginetest.Open(t, enginetest.SQLite(t), store.Options{}))
	entered, goOn := make(chan struct{}), make(chan struct{})
	compile := d.Compile
	d.Compile = func(site fs.FS) (*catalog.Release, error) {
		if _, err := fs.Stat(site, "slow.table.json"); err == nil {
			close(entered) // a second time would panic
			<-goOn
		}
		return compile(site)
	}
	check := func(name string) {
		problems, err := d.Check(release.Folder{name: []byte("{}")})
		if err != nil || len(problems) == 0 {
			t.Errorf("%s is told as %v: %v", name, problems, err)
		}
	}
	var asking sync.WaitGroup
	asking.Go(func() { check("slow.table.json") })
	<-entered
	for range 4 {
		asking.Go(func() { check("slow.table.json") })
	}
	check("quick.table.json")
	close(goOn)
	asking.Wait()
	d.hasCompiled(2, "what is slow and what is quick")
}

// TestWhatIsNotUsedIsForgotten lets go by number and by time, and never keeps a failure
// that is no mistake of metadata.
func TestWhatIsNotUsedIsForgotten(t *testing.T) {
	t.Parallel()
	d := countingOn(t, enginetest.Open(t, enginetest.SQLite(t), store.Options{}))
	check := func(n int) {
		if _, err := d.Check(release.Folder{fmt.Sprintf("a%d.table.json", n): []byte("{}")}); err != nil {
			t.Error(err)
		}
	}
	for _, n := range []int{1, 2, 1, 3, 1, 4, 1, 5, 1, 6, 1} {
		check(n)
	}
	d.hasCompiled(6, "six states, the first of them in use all the time")
	check(2)
	d.hasCompiled(1, "what others came after")
	d.ahead.Store(int64(time.Hour))
	check(2)
	d.hasCompiled(1, "what nobody asked for in an hour")
	d.Compile = func(fs.FS) (*catalog.Release, error) {
		d.compiled.Add(1)
		return nil, fault.New(fault.Internal, "x")
	}
	for range 2 {
		if _, err := d.Check(release.Folder{}); fault.CodeOf(err) != fault.Internal {
			t.Errorf("got %v", err)
		}
	}
	d.hasCompiled(2, "what failed")
}
