package httpapi

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/wareloom/wareloom/engine/catalog"
)

// Pages that everybody sees alike are made once and kept for a moment, so that a crowd of
// strangers costs what one does. What changes here is seen at once, what changes in another
// replica or by the clock a moment later.
const (
	keptFor   = 2 * time.Second
	mostPages = 500
)

// pageKey is what a page depends on beside its records.
type pageKey struct {
	release               *catalog.Release
	page, named, language string
	origin                string // the canonical address has it
}

// keptPage is a page as it is sent.
type keptPage struct {
	body []byte
	tag  string
	at   time.Time
	of   *catalog.Page
}

// keptPages is safe for use by many goroutines.
type keptPages struct {
	making singleflight.Group

	mu     sync.Mutex
	epoch  int // changes, against a page that was begun before one
	values map[pageKey]keptPage
}

// get gives a page that is kept, or has it made, by one goroutine for all that wait.
func (k *keptPages) get(ctx context.Context, key pageKey, of *catalog.Page, now func() time.Time, made func(ctx context.Context) ([]byte, error)) (keptPage, error) {
	if kept, ok := k.find(key, now()); ok {
		return kept, nil
	}
	value, err, _ := k.making.Do(key.page+" "+key.named+" "+key.language+" "+key.origin, func() (any, error) {
		k.mu.Lock()
		epoch := k.epoch
		k.mu.Unlock()
		body, err := made(context.WithoutCancel(ctx))
		if err != nil {
			return keptPage{}, err
		}
		sum := sha256.Sum256(body)
		fresh := keptPage{body, `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`, now(), of}
		k.put(key, fresh, epoch)
		return fresh, nil
	})
	kept, _ := value.(keptPage)
	return kept, err
}

func (k *keptPages) find(key pageKey, now time.Time) (keptPage, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	kept, ok := k.values[key]
	age := now.Sub(kept.at)
	return kept, ok && age >= 0 && age < keptFor
}

func (k *keptPages) put(key pageKey, fresh keptPage, epoch int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.epoch != epoch {
		return
	}
	if k.values == nil || len(k.values) >= mostPages {
		k.values = map[pageKey]keptPage{}
	}
	k.values[key] = fresh
}

// forget drops the pages that show a table.
func (k *keptPages) forget(table string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.epoch++
	for key, kept := range k.values {
		if kept.of.Reads(key.release, table) {
			delete(k.values, key)
		}
	}
}

// TableChanged has the pages for strangers that show a table made anew.
func (a *API) TableChanged(table string) { a.kept.forget(table) }
