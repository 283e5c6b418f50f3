package meta

import (
	"crypto/sha256"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/wareloom/wareloom/engine/meta/shape"
)

// Reader reads models of the same schemas, one after another, and remembers what it
// read: of an edited product all texts but one are as before. It is safe for concurrent
// use.
type Reader struct {
	schemas *schemas
	shapes  func() (*shape.Shapes, error)

	mu    sync.Mutex
	turn  int // how many models were read
	known map[text]*readText
}

// text is a text and all else that an object is read from.
type text struct {
	kind, file, layer, module, overlays string
	sum                                 [sha256.Size]byte
	languages                           [sha256.Size]byte // whose words it was given
}

// readText is the object of a sound text.
type readText struct {
	read any
	turn int // when it was used last
}

// keptTurns is for how many more models a text is remembered that none of them has:
// edits add up.
const keptTurns = 4

// NewReader makes a reader of schemas as Load takes them.
func NewReader(files fs.FS) *Reader {
	return &Reader{
		schemas: newSchemas(files), known: map[text]*readText{},
		shapes: sync.OnceValues(func() (*shape.Shapes, error) { return shape.Read(files) }),
	}
}

// read gives the object of a text that is sound by itself, with its words in all
// languages, else what is wrong with it.
func (r *Reader) read(o *Object, as keeper, in speech) (read any, found Problems) {
	key := text{o.Kind, o.File, o.Layer, o.Module, strings.Join(o.overlays, "\n"), sha256.Sum256(slices.Concat(o.source, o.whole)), in.sum}
	if read := r.find(key); read != nil {
		return read, nil
	}
	if found = o.badText(); found == nil {
		found = r.schemas.validate(o)
	}
	if len(found) > 0 {
		return nil, found
	}
	said, found := r.said(o, in)
	if len(found) > 0 {
		return nil, found
	}
	read, err := as.decode(*o, said)
	if err != nil {
		return nil, Problems{o.Problem("", "meta.not_decoded", "detail", err.Error())}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.known[key] = &readText{read, r.turn}
	return read, nil
}

func (r *Reader) find(key text) any {
	r.mu.Lock()
	defer r.mu.Unlock()
	one, found := r.known[key]
	if !found {
		return nil
	}
	one.turn = r.turn
	return one.read
}

// forget ends a model: texts that it and the ones before did not have are let go.
func (r *Reader) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for key, one := range r.known {
		if one.turn+keptTurns < r.turn {
			delete(r.known, key)
		}
	}
	r.turn++
}
