package site

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"mime/multipart"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/release"
	"github.com/wareloom/wareloom/tests/world"
)

var (
	mutants    = flag.Int("mutants", 60, "spoilt definitions that are brought to every door")
	mutantSeed = flag.Uint64("mutant-seed", uint64(time.Now().UnixNano()), "seed of the spoilt definitions")
)

// TestSpoiltDefinitionsAreTold brings shipped objects and overlays that were spoilt at random to
// every door: the draft of a designer, the check of a folder, the import of a pack. Each door
// refuses with a sentence that names the place, or all find it harmless; then it can be tried,
// and other screens are as they were.
func TestSpoiltDefinitionsAreTold(t *testing.T) {
	t.Logf("seed %d", *mutantSeed)
	d := &dock{T: t, server: world.Demo(t, enginetest.SQLite(t))}
	d.admin = d.server.Login(t, "user", "admin")
	makes := newSpoiler(t, rand.New(rand.NewPCG(*mutantSeed, 0)))
	screen := d.ask("meta/screen", m{"menuId": 110101}).Text
	told, harmless := 0, 0
	for range *mutants {
		one := makes.next()
		doors := []verdict{d.drafted(one), d.checked(one), d.imported(one)}
		switch {
		case slices.ContainsFunc(doors, func(v verdict) bool { return v.refused != doors[0].refused }):
			name, text := one.file()
			t.Errorf("%s %.400s\ndraft %v\ncheck %v\nimport %v", name, text, doors[0], doors[1], doors[2])
		case doors[0].refused:
			told++
		default:
			harmless++
		}
		if t.Failed() {
			return
		}
	}
	if now := d.ask("meta/screen", m{"menuId": 110101}).Text; now != screen {
		t.Errorf("a screen changed: %s", now)
	}
	t.Logf("%d told, %d harmless", told, harmless)
}

// unfilled is a place in a sentence that nothing was put into; routes have such places, too.
var unfilled = regexp.MustCompile(`(^|[^/])\{[a-z_]+\}`)

// verdict is what a door says of a mutant.
type verdict struct {
	refused bool
	words   []string
}

// drafted is the verdict of a change set, which is dropped.
func (d *dock) drafted(one mutant) verdict {
	var made struct{ Change int64 }
	d.call("meta/changes/open", m{"title": "mutant"}).Into(d, &made)
	defer d.call("meta/changes/drop", m{"change": made.Change})
	var found struct{ Hash string }
	body := m{"change": made.Change, "key": one.key, "object": one.object}
	if one.ops != nil {
		d.call("meta/"+one.kind+"/get", m{"change": made.Change, "key": one.key}).Into(d, &found)
		body = m{"change": made.Change, "key": one.key, "overlay": one.ops, "hash": found.Hash}
	}
	answer := d.call("meta/"+one.kind+"/draft", body)
	v := d.verdictOf(answer)
	if answer.Result && !v.refused {
		d.unharmed(made.Change)
	}
	return v
}

// unharmed sees another screen under a change set as everybody sees it.
func (d *dock) unharmed(change int64) {
	d.Helper()
	text, headers := `{"menuId":135101}`, map[string]string{"Accept-Language": "en", "change": fmt.Sprint(change)}
	tried := d.server.Do(d, apptest.Call{Path: "/api/meta/screen", Body: text, As: d.admin, Headers: headers})
	if !tried.Result {
		d.Errorf("another screen is gone: %.300s", tried.Text)
	}
}

func (d *dock) checked(one mutant) verdict {
	name, text := one.file()
	problems, err := d.server.Releases.Check(release.Folder{name: text})
	if err != nil {
		return d.fault(err)
	}
	v := verdict{refused: len(problems) > 0}
	_ = problems.Err(d.server.Catalog.Current().Model, "en") // gives them their words
	for _, p := range problems {
		v.words = append(v.words, d.sentence(p.File, p.Message))
	}
	return v
}

func (d *dock) fault(err error) verdict {
	return verdict{true, []string{d.sentence("", err.Error())}}
}

func (d *dock) imported(one mutant) verdict {
	name, text := one.file()
	packed, err := release.Folder{name: text}.Zip()
	if err != nil {
		return d.fault(err)
	}
	var body strings.Builder
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "site.zip")
	if err == nil {
		_, err = part.Write(packed)
	}
	if err != nil || form.Close() != nil {
		d.Fatal(err)
	}
	headers := map[string]string{"Accept-Language": "en", "Content-Type": form.FormDataContentType()}
	return d.verdictOf(d.server.Do(d, apptest.Call{Path: "/api/release/import?dryRun=1", Body: body.String(), As: d.admin, Headers: headers}))
}

func (d *dock) verdictOf(answer apptest.Answer) verdict {
	d.Helper()
	if answer.StatusCode >= 500 {
		d.Errorf("a door fell: %.300s", answer.Text)
	}
	if !answer.Result {
		return verdict{true, []string{d.sentence("", answer.Msg)}}
	}
	var said struct {
		Problems []struct{ File, Message string }
	}
	answer.Into(d, &said)
	v := verdict{refused: len(said.Problems) > 0}
	for _, p := range said.Problems {
		v.words = append(v.words, d.sentence(p.File, p.Message))
	}
	return v
}

// sentence holds that a mistake is told in words and at its place.
func (d *dock) sentence(file, words string) string {
	d.Helper()
	if len(words) < 10 || strings.Contains(words, "%!") || unfilled.MatchString(words) {
		d.Errorf("no sentence: %s: %.200q", file, words)
	}
	return strings.TrimSpace(file + " " + words)
}

// call is ask without a key, since the same is asked again.
func (d *dock) call(path string, body m) apptest.Answer {
	d.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		d.Fatal(err)
	}
	return d.server.Do(d, apptest.Call{Path: "/api/" + path, Body: string(text), As: d.admin, Headers: english})
}
