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
	// Checked says that what is shipped was found sound by itself before, so that only what a site
	// says is held to the schemas.
	Checked bool

	schemas *schemas
	shapes  func() (*shape.Shapes, error)

	read   memory[text, any]
	filled memory[filling, []byte]
}

// text is a text and all else that an object is read from.
type text struct {
	kind, file, layer, module, overlays string
	sum                                 [sha256.Size]byte
	languages                           [sha256.Size]byte // whose words it was given
}

// filling is a text of a kind, and the elements that its fields have the rest from.
type filling struct {
	kind          string
	sum, elements [sha256.Size]byte
}

// NewReader makes a reader of schemas as Load takes them.
func NewReader(files fs.FS) *Reader {
	return &Reader{
		schemas: newSchemas(files),
		shapes:  sync.OnceValues(func() (*shape.Shapes, error) { return shape.Read(files) }),
	}
}

// object gives the object of a text that is sound by itself, with its words in all
// languages, else what is wrong with it. One that is not judged was found sound before.
func (r *Reader) object(o *Object, as keeper, in speech, judged bool) (read any, found Problems) {
	key := text{o.Kind, o.File, o.Layer, o.Module, strings.Join(o.overlays, "\n"), sha256.Sum256(slices.Concat(o.source, o.whole)), in.sum}
	if read := r.read.find(key); read != nil {
		return read, nil
	}
	if judged {
		if found = r.judge(o); len(found) > 0 {
			return nil, found
		}
	}
	said, found := r.said(o, in)
	if len(found) > 0 {
		return nil, found
	}
	read, err := as.decode(*o, said)
	if err != nil {
		return nil, Problems{o.Problem("", "meta.not_decoded", "detail", err.Error())}
	}
	r.read.keep(key, read)
	return read, nil
}

// judge tells what is wrong with an object by itself.
func (r *Reader) judge(o *Object) Problems {
	if found := o.badText(); found != nil {
		return found
	}
	return r.schemas.validate(o)
}

// forget ends a model: what it and the ones before did not have is let go.
func (r *Reader) forget() {
	r.read.forget()
	r.filled.forget()
}
