package httpapi

import (
	"context"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"strings"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/files"
	"github.com/wareloom/wareloom/engine/store"
)

// read takes in what a form sends: its words, and its pictures onto the disk.
func (g *guest) read(pictures bool) error {
	r := g.Request()
	g.visit.Given = map[string]string{}
	if !pictures {
		r.Body = http.MaxBytesReader(g.Response(), r.Body, mostSent)
		if err := r.ParseForm(); err != nil {
			return fault.New(fault.TooLarge, "page.form_lost").Because(err)
		}
		for key := range r.PostForm {
			g.visit.Given[key] = r.PostForm.Get(key)
		}
		g.visit.Block = g.visit.Given[blockMember]
		return nil
	}
	r.Body = http.MaxBytesReader(g.Response(), r.Body, mostPictures)
	waitFor(g.Response(), pictureTime)
	parts, err := r.MultipartReader()
	if err != nil {
		return fault.New(fault.TooLarge, "page.form_lost").Because(err)
	}
	if err := g.stands(); err != nil {
		return err
	}
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = g.part(part)
		}
		if err != nil {
			return g.lost(err)
		}
	}
}

// stands finds what the address names, before anything is taken in: for a link that is
// over nothing comes onto the disk.
func (g *guest) stands() error {
	return g.api.DB.Read(g.Request().Context(), func(ctx context.Context, tx *store.Tx) error {
		_, err := g.api.Pages.Make(ctx, tx, g.release, g.visit)
		return err
	})
}

// lost is why a form did not come in: what was refused in it, else that it was too much.
func (g *guest) lost(err error) error {
	var refused *fault.Fault
	if errors.As(err, &refused) {
		return err
	}
	return fault.New(fault.TooLarge, "page.form_lost").Because(err)
}

// part takes in a field of a form.
func (g *guest) part(part *multipart.Part) error {
	name := part.FormName()
	if part.FileName() == "" {
		text, err := io.ReadAll(io.LimitReader(part, mostSent))
		if g.visit.Given[name] = string(text); name == blockMember {
			g.visit.Block = string(text)
		}
		return err
	}
	for _, f := range g.visit.Files() {
		if f.Key != name || g.brought[name] != nil {
			continue
		}
		received, err := g.api.Files.Receive(part.FileName(), part)
		if err != nil {
			return onField(err, name)
		}
		if g.brought == nil {
			g.brought = map[string]*files.Received{}
		}
		g.brought[name] = received
	}
	return nil
}

// onField tells at which field a fault is shown.
func onField(err error, name string) error {
	var refused *fault.Fault
	if errors.As(err, &refused) {
		return refused.On(name)
	}
	return err
}

// keepPictures keeps the pictures of a form as files that its record names.
func (g *guest) keepPictures(ctx context.Context, tx *store.Tx) error {
	for _, f := range g.visit.Files() {
		delete(g.visit.Given, f.Key) // words that name a file of somebody else
		received := g.brought[f.Key]
		if received == nil {
			continue
		}
		kept, err := g.api.Files.Keep(ctx, tx, 0, received)
		if err != nil {
			return err
		}
		if !strings.HasPrefix(kept.MediaType, f.Traits.Media) {
			return fault.New(fault.Invalid, "file.not_image").On(f.Key).Breaking("not_image")
		}
		if f.Meta.Guarded {
			if err := g.api.Files.Seal(ctx, tx, kept.Key); err != nil {
				return err
			}
		}
		g.visit.Given[f.Key] = kept.Key
	}
	return nil
}

// discard deletes the pictures that were not kept.
func (g *guest) discard() {
	for _, received := range g.brought {
		received.Discard()
	}
}
