package public

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/tests/world"
)

var (
	probes    = flag.Int("probes", 1_000, "addresses that a stranger guesses on each database")
	probeSeed = flag.Uint64("seed", 0, "seed of the guesses; 0 takes the clock")
)

// TestGuessesLearnNothing: whatever a stranger guesses, what is there for others and what
// is not there answer alike, letter for letter but for the address that he asked for.
func TestGuessesLearnNothing(t *testing.T) {
	t.Parallel()
	seed := *probeSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		t.Logf("seed %d", seed)
		server := world.Demo(t, dsn)
		admin := server.Login(t, "user", "admin")
		s := stranger{t, server, "192.0.2.30"}
		module := first(s, admin, "content_module", `{"field":"code","op":"eq","value":"news"}`)
		draft := number(s.call(admin, "data/content/save", fmt.Sprintf(`{"subject":"Hush","content_module_id":%d,"texts":[{"text_language":"en","headline":"Hush"}]}`, module)), "id")
		owner := first(s, admin, "consignor", `{"field":"code","op":"eq","value":"ACME"}`)
		card := s.card(admin, owner, "林晓", "330102199001011234")
		s.invited(admin, card)
		random, known := rand.New(rand.NewPCG(seed, 3)), map[string]string{}
		for i := range *probes {
			near := draft + random.Int64N(200) - 100
			at := []struct{ fixed, guess string }{
				{"/newsInfo/", fmt.Sprint(draft)},
				{"/newsInfo/", fmt.Sprint(1_000_000 + near)},
				{"/upload-card-id/", fmt.Sprint(card)},
				{"/upload-card-id/", fmt.Sprintf("%043x", random.Uint64())},
				{"/way-search/", fmt.Sprint(near)},
				{"/way-search/", fmt.Sprintf("%%25_%d", i)},
			}[i%6]
			s.address = fmt.Sprintf("198.51.%d.%d", i/250%250, i%250)
			got := s.ask(http.MethodGet, at.fixed+at.guess+"?lang=en", "")
			plain := strings.ReplaceAll(got.text, at.fixed+at.guess, at.fixed)
			if known[at.fixed] == "" {
				known[at.fixed] = plain
			}
			if got.status != http.StatusNotFound || plain != known[at.fixed] {
				t.Fatalf("%s%s: %d %s", at.fixed, at.guess, got.status, got.text)
			}
		}
		t.Logf("%d guesses, all answered alike", *probes)
	})
}
