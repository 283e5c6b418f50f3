package app

import (
	"fmt"
	"io/fs"
	"path"

	"github.com/wareloom/wareloom/engine/exchange"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/printing/spool"
	"github.com/wareloom/wareloom/engine/station"
)

// Files gives the text of every file of metadata that is shipped, under <source>/<path>.
func (p Product) Files() (map[string][]byte, error) {
	registrar, err := p.register(account{}, notifier{}, counter{new(station.Acting)}, printer{new(spool.Spool)}, importer{new(exchange.Exchange)})
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for _, source := range p.shipped(registrar) {
		if err := collect(files, source); err != nil {
			return nil, fmt.Errorf("read metadata of %s: %w", source.Name, err)
		}
	}
	return files, nil
}

func collect(into map[string][]byte, source meta.Source) error {
	return fs.WalkDir(source.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".json" {
			return err
		}
		text, err := fs.ReadFile(source.FS, name)
		into[path.Join(source.Name, name)] = text
		return err
	})
}
