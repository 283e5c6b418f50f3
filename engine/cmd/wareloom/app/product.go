package app

import (
	"embed"
	"io/fs"
	"slices"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/exchange"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/httpapi/screen"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/printing/spool"
	"github.com/wareloom/wareloom/engine/release"
	"github.com/wareloom/wareloom/engine/setting"
	"github.com/wareloom/wareloom/engine/station"
)

// Product is what the server runs: metadata and the plugins that do what
// metadata cannot say.
type Product struct {
	Schemas fs.FS // <kind>.schema.json
	Sources []meta.Source
	Plugins []plugin.Plugin
	Site    fs.FS // metadata of who runs it; nil is none

	// Reader reads with these Schemas and remembers what products have in common; nil is
	// one of its own.
	Reader *meta.Reader

	// Compilations are shared by servers of this product with the same plugins and key; nil is one
	// of its own.
	Compilations *release.Compilations
}

// Compile makes the release without a database, to see whether it is sound.
func (p Product) Compile() (*catalog.Release, error) {
	registrar, err := p.register(account{}, notifier{}, counter{new(station.Acting)}, printer{new(spool.Spool)}, importer{new(exchange.Exchange)})
	if err != nil {
		return nil, err
	}
	return p.compile(p.reader(), registrar, setting.New(nil), p.Site)
}

// Load reads all metadata without checking what stands between its objects.
func (p Product) Load() (*meta.Model, error) {
	registrar, err := p.register(account{}, notifier{}, counter{new(station.Acting)}, printer{new(spool.Spool)}, importer{new(exchange.Exchange)})
	if err != nil {
		return nil, err
	}
	return p.load(p.reader(), registrar, p.Site)
}

// reader is the one that the product has, else one of its own.
func (p Product) reader() *meta.Reader {
	if p.Reader != nil {
		return p.Reader
	}
	return meta.NewReader(p.Schemas)
}

// register takes what the server itself brings, then the plugins.
func (p Product) register(accounts account, notices notifier, desk counter, prints printer, files importer) (*plugin.Registrar, error) {
	return plugin.Load(slices.Concat([]plugin.Plugin{accounts, notices, desk, prints, files}, p.Plugins)...)
}

// compile makes the release of the product with a site's files over it; nil are none.
func (p Product) compile(reader *meta.Reader, plugins *plugin.Registrar, settings *setting.Settings, site fs.FS) (*catalog.Release, error) {
	model, err := p.load(reader, plugins, site)
	if err != nil {
		return nil, err
	}
	functions, err := functionsOf(model, plugins, settings)
	if err != nil {
		return nil, err
	}
	made, err := catalog.Compile(model, functions, registry{plugins})
	if err != nil {
		return nil, err
	}
	return made, plugins.CheckNames(model)
}

// slots tells what the expressions of the product with a site's files over it may name.
func (p Product) slots(reader *meta.Reader, plugins *plugin.Registrar, settings *setting.Settings, site fs.FS) (*catalog.Slots, error) {
	model, err := p.load(reader, plugins, site)
	if err != nil {
		return nil, err
	}
	functions, err := functionsOf(model, plugins, settings)
	if err != nil {
		return nil, err
	}
	return catalog.FindSlots(model, functions, registry{plugins})
}

// functionsOf are what expressions may call.
func functionsOf(model *meta.Model, plugins *plugin.Registrar, settings *setting.Settings) (*expression.Registry, error) {
	functions := expression.NewRegistry()
	for _, f := range slices.Concat(settings.Functions(model), plugins.Functions) {
		if err := functions.Register(f); err != nil {
			return nil, err
		}
	}
	return functions, nil
}

// load reads the product with a site's files over it; nil are none.
func (p Product) load(reader *meta.Reader, plugins *plugin.Registrar, site fs.FS) (*meta.Model, error) {
	sources := p.shipped(plugins)
	if site != nil {
		sources = append(sources, meta.Source{Name: meta.LayerSite, Layer: meta.LayerSite, FS: site})
	}
	return reader.Load(sources...)
}

//go:embed all:metadata
var metadata embed.FS

// own is what the engine says of what it offers itself.
func own() fs.FS {
	files, err := fs.Sub(metadata, "metadata")
	if err != nil { // the folder is embedded
		return metadata
	}
	return files
}

// shipped are the sources of the product itself, that of the engine, then those of its
// plugins.
func (p Product) shipped(plugins *plugin.Registrar) []meta.Source {
	sources := append(slices.Clone(p.Sources), meta.Source{Name: "engine", Layer: meta.LayerPlugin, FS: own()})
	for _, s := range plugins.Sources {
		sources = append(sources, meta.Source{Name: "plugins/" + s.Plugin, Layer: meta.LayerPlugin, FS: s.Files})
	}
	return sources
}

// registry tells metadata what plugins offer.
type registry struct{ *plugin.Registrar }

var _ meta.Registry = registry{}

// Effect implements meta.Registry.
func (r registry) Effect(name string) bool {
	return slices.ContainsFunc(r.Effects, func(e document.Effect) bool { return e.Key == name })
}

// Flow implements meta.Registry.
func (r registry) Flow(name string) (*meta.Flow, bool) {
	flow, ok := r.Flows[name]
	if told, describes := flow.(station.Described); describes {
		return told.Plan(), ok
	}
	return nil, ok
}

// CodeKind implements meta.Registry.
func (r registry) CodeKind(name string) bool {
	for _, k := range r.CodeKinds {
		if k.Key == name {
			return true
		}
	}
	return false
}

// Rights implements meta.Registry.
func (r registry) Rights() []string {
	rights := []string{screen.RightSettings}
	for _, e := range r.Endpoints {
		rights = append(rights, e.Right)
	}
	return rights
}
