package httpapi

import (
	"log/slog"
	"sync"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// tellTrouble is how often at most the log tells of one trouble.
const tellTrouble = time.Minute

// troubles are why calls are refused though callers do nothing wrong, and what the log
// says of it to who runs the server.
var troubles = map[string]string{
	store.Full:        "there is no room to write",
	store.Unreachable: "the database is not reached",
}

// trouble notes when the log told of each last.
type trouble struct {
	mu   sync.Mutex
	told map[string]time.Time
}

// tell has the log say, now and then, why calls are refused.
func (t *trouble) tell(log *slog.Logger, err error) {
	f, _ := fault.As(err)
	if f == nil || troubles[f.Key] == "" {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if time.Since(t.told[f.Key]) < tellTrouble {
		return
	}
	if t.told == nil {
		t.told = map[string]time.Time{}
	}
	t.told[f.Key] = time.Now()
	log.Error(troubles[f.Key], slog.Any("error", err))
}
