package release_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/release"
	"github.com/wareloom/wareloom/engine/store"
)

var shelf, boxes = release.Named{Kind: "table", Key: "shelf"}, release.Named{Kind: "table", Key: "box"}

// set is a change set that somebody works on.
type set struct {
	*desk
	id int64
}

func (d *desk) opened(title string) set {
	d.Helper()
	id, err := d.OpenChange(d.Context(), title, title)
	if err != nil {
		d.Fatal(err)
	}
	return set{d, id}
}

// edit changes the text of an object, or makes it; an empty one takes it away.
func (s set) edit(of release.Named, change func(text string) string) {
	s.Helper()
	before, hash := "", ""
	if there, err := s.Object(s.Context(), of, s.id, 0); err == nil {
		before, hash = string(there.Object), there.Hash
	}
	after := change(before)
	_, problems, err := s.Edit(s.Context(), release.Edit{Named: of, Change: s.id, Object: []byte(after), Remove: after == "", Hash: hash, Author: "ann"})
	if err != nil || len(problems) > 0 {
		s.Fatal(err, problems)
	}
}

func (s set) says(of release.Named) string {
	s.Helper()
	there, err := s.Object(s.Context(), of, s.id, 0)
	if err != nil {
		return err.Error()
	}
	return string(there.Object)
}

func replacing(old, is string) func(string) string {
	return func(text string) string { return strings.Replace(text, old, is, 1) }
}

func withField(key string) func(string) string {
	return func(text string) string {
		var object map[string]any
		_ = json.Unmarshal([]byte(text), &object)
		fields, _ := object["fields"].([]any)
		object["fields"] = append(fields, map[string]any{"key": key, "type": "text", "title": map[string]any{"zh": "新", "en": key, "es": key}})
		made, _ := json.Marshal(object)
		return string(made)
	}
}

// TestWhatOthersPublishIsUnderOnesEdits publishes one change set while another is worked
// on: what only one of them changed is both there.
func TestWhatOthersPublishIsUnderOnesEdits(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		d := open(t, db, shippedShelf)
		d.begin(nil)
		d.publish(box(""))
		ann, bob, idle := d.opened("ann"), d.opened("bob"), d.opened("idle")
		ann.edit(shelf, withField("x_ann"))
		ann.edit(boxes, withField("ann"))
		bob.edit(shelf, replacing(`"en": "Code"`, `"en": "Number"`))
		bob.edit(boxes, replacing(`"en": "Code"`, `"en": "Number"`))
		d.publishSet(ann.id)
		if now := bob.says(shelf) + bob.says(boxes); !strings.Contains(now, "x_ann") || strings.Count(now, "Number") != 2 {
			t.Errorf("bob sees %s", now)
		}
		if now := idle.says(shelf); !strings.Contains(now, "x_ann") {
			t.Errorf("who changed nothing sees %s", now)
		}
		d.publishSet(bob.id)
		if d.title("shelf", "code") != "Number/编码" || d.title("box", "code") != "Number/编码" || !d.holds("shelf", "x_ann") || !d.holds("box", "ann") {
			t.Error("an edit is lost")
		}
	})
}

// TestWhatBothChangedIsDecided lets two change the same: the second is not published
// before he chose, and gets what he chose.
func TestWhatBothChangedIsDecided(t *testing.T) {
	t.Parallel()
	renamed := func(word string) func(string) string { return replacing(`"en": "Code"`, `"en": "`+word+`"`) }
	called := func(key string) func(string) string {
		return func(text string) string {
			return strings.Replace(withField(key)(text), `"label":["code"]`, `"label":["code","`+key+`"]`, 1)
		}
	}
	for name, tt := range map[string]struct {
		ann, bob     func(string) string
		path, choice string
		want, not    string
	}{
		"a word, his":        {renamed("Ann"), renamed("Bob"), "fields/code/title/en", release.Keep, `"Bob"`, `"Ann"`},
		"a word, hers":       {renamed("Ann"), renamed("Bob"), "fields/code/title/en", release.Take, `"Ann"`, `"Bob"`},
		"a list, both":       {called("ann"), called("bob"), "label", release.Both, `["code", "ann", "bob"]`, ""},
		"removed, and kept":  {func(string) string { return "" }, renamed("Bob"), "", release.Keep, `"Bob"`, ""},
		"removed, and taken": {func(string) string { return "" }, renamed("Bob"), "", release.Take, "release.no_object", `"Bob"`},
		"as it is by now":    {renamed("Ann"), renamed("Bob"), "fields/code/title/en", release.AsIs, `"Cecil"`, `"Ann"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
				d := open(t, db, shippedShelf)
				d.begin(nil)
				d.publish(box(""))
				ann, bob := d.opened("ann"), d.opened("bob")
				ann.edit(boxes, tt.ann)
				bob.edit(boxes, tt.bob)
				d.publishSet(ann.id)
				_, err := d.PublishChange(t.Context(), bob.id, release.By{Author: "bob"})
				if f, is := fault.As(err); !is || f.Key != "release.conflicts" {
					t.Fatalf("published over what ann did: %v", err)
				}
				conflicts, err := d.Conflicts(t.Context(), bob.id)
				if err != nil || len(conflicts) != 1 || conflicts[0].Path != tt.path {
					t.Fatalf("told %+v (%v)", conflicts, err)
				}
				if tt.choice == release.AsIs {
					bob.edit(boxes, renamed("Cecil"))
					bob.edit(boxes, replacing(`"en": "Bob"`, `"en": "Cecil"`))
				}
				d.decide(conflicts[0], tt.choice)
				if now := bob.says(boxes); !strings.Contains(now, tt.want) || tt.not != "" && strings.Contains(now, tt.not) {
					t.Errorf("the set says %s", now)
				}
				if c, err := d.Changes(t.Context(), release.Open); err == nil && len(c) > 0 {
					d.publishSet(bob.id)
				}
				if now := (set{d, 0}).says(boxes); !strings.Contains(now, tt.want) {
					t.Errorf("in force is %s", now)
				}
				if _, err := d.Decide(t.Context(), bob.id, 4711, release.Keep, "ann"); err == nil {
					t.Error("a conflict that there is not is decided")
				}
			})
		})
	}
}

// TestOneObjectMadeTwice has two make an object of one key: what they say of it is put
// together, and what differs is told.
func TestOneObjectMadeTwice(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		d := open(t, db, shippedShelf)
		d.begin(nil)
		ann, bob := d.opened("ann"), d.opened("bob")
		made := func(more string) func(string) string {
			return func(string) string { return string(box(more)["goods/box.table.json"].Data) }
		}
		ann.edit(boxes, made(field("width", "integer")))
		bob.edit(boxes, made(field("width", "text")+field("depth", "integer")))
		d.publishSet(ann.id)
		conflicts, err := d.Conflicts(t.Context(), bob.id)
		if err != nil || len(conflicts) != 1 || conflicts[0].Path != "fields/width/type" || *conflicts[0].Ours != `"text"` || *conflicts[0].Theirs != `"integer"` {
			t.Fatalf("told %+v (%v)", conflicts, err)
		}
		d.decide(conflicts[0], release.Take)
		d.publishSet(bob.id)
		if !d.holds("box", "depth") || !d.holds("box", "width") {
			t.Error("a field is lost")
		}
	})
}

// TestNoEditIsLost lets several people edit the same two objects at random and publish
// in turn, deciding every conflict for themselves or the others: each field that one of
// them added is there in the end, and each word is one that somebody wrote last.
func TestNoEditIsLost(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		random := rand.New(rand.NewPCG(seed, 3))
		d := open(t, db, shippedShelf)
		d.begin(nil)
		d.publish(box(""))
		var added []string
		for round := range 4 {
			var sets []set
			for person := range 3 {
				s := d.opened(fmt.Sprint("p", person))
				for range 1 + random.IntN(2) {
					key := fmt.Sprintf("x_f%d", len(added))
					of := []release.Named{shelf, boxes}[random.IntN(2)]
					s.edit(of, withField(key))
					added = append(added, of.Key+"."+key)
				}
				s.edit(boxes, func(text string) string {
					return strings.Replace(text, d.english("box", "code"), fmt.Sprintf("Word %d %d", round, person), 1)
				})
				sets = append(sets, s)
			}
			random.Shuffle(len(sets), func(i, j int) { sets[i], sets[j] = sets[j], sets[i] })
			for _, s := range sets {
				conflicts, err := d.Conflicts(t.Context(), s.id)
				if err != nil {
					t.Fatal(err)
				}
				for _, c := range conflicts {
					d.decide(c, []string{release.Keep, release.Take}[random.IntN(2)])
				}
				d.publishSet(s.id)
			}
		}
		for _, name := range added {
			if table, key, _ := strings.Cut(name, "."); !d.holds(table, key) {
				t.Errorf("%s is lost", name)
			}
		}
		if !strings.HasPrefix(d.english("box", "code"), "Word 3 ") {
			t.Errorf("the word is %s", d.english("box", "code"))
		}
	})
}

func (d *desk) english(table, field string) string {
	word, _, _ := strings.Cut(d.title(table, field), "/")
	return word
}

// TestASetGoesOntoANewerProgram has a change set that was open during an upgrade stand
// on what ships now.
func TestASetGoesOntoANewerProgram(t *testing.T) {
	t.Parallel()
	enginetest.EachDB(t, func(t *testing.T, db *store.DB) {
		d := open(t, db, shippedShelf)
		d.begin(fstest.MapFS{})
		ann := d.opened("ann")
		ann.edit(shelf, withField("x_ann"))
		ann.edit(shelf, replacing(`"en": "Code"`, `"en": "Ann"`))
		newer := upgraded(t, db, strings.Replace(strings.Replace(shippedShelf, "Estante", "Balda", 1), `"Code"`, `"Shelf code"`, 1))
		conflicts, err := newer.Conflicts(t.Context(), ann.id)
		if now := (set{newer, ann.id}).says(shelf); err != nil || len(conflicts) != 1 || !strings.Contains(now, "Balda") || !strings.Contains(now, "x_ann") {
			t.Fatalf("the set says %s, told %+v (%v)", now, conflicts, err)
		}
		newer.decide(conflicts[0], release.Take)
		newer.publishSet(ann.id)
		if !newer.holds("shelf", "x_ann") || newer.english("shelf", "code") != "Shelf code" {
			t.Error("the set is not what it was")
		}
	})
}
