package plugin

import (
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/meta"
)

// engineName is the plugin by which the engine says what it offers itself.
const engineName = "engine"

// offered lists the names of what plugins registered, by kind of offer.
func (r *Registrar) offered() map[string][]string {
	names := map[string][]string{}
	add := func(kind, name string) { names[kind] = append(names[kind], name) }
	for _, e := range r.Effects {
		add(meta.Effects, e.Key)
	}
	for key := range r.Flows {
		add(meta.Flows, key)
	}
	for _, k := range r.CodeKinds {
		add(meta.Codes, k.Key)
	}
	for key := range r.Jobs {
		add(meta.Jobs, key)
	}
	for _, e := range r.Endpoints {
		add(meta.Endpoints, e.Plugin+"."+e.Name)
	}
	for _, f := range r.Functions {
		add(meta.Functions, f.Name)
	}
	for _, i := range r.Invariants {
		add(meta.Invariants, i.Key)
	}
	for _, i := range r.Readiness {
		add(meta.Readiness, i.Key)
	}
	return names
}

// checkOffers tells what plugins registered and have no words for, and what they have
// words for and did not register.
func (r *Registrar) checkOffers(model *meta.Model) (wrong []error) {
	registered := r.offered()
	for kind, names := range meta.Sorted(registered) {
		slices.Sort(names)
		for _, name := range names {
			if _, ok := model.Offer(kind, name); !ok {
				wrong = append(wrong, fmt.Errorf("%s of plugins: %s has no words; say it in the plugin's metadata, <plugin>.plugin.json", kind, name))
			}
		}
	}
	for name, p := range meta.Sorted(model.Plugins) {
		if name == engineName {
			continue
		}
		for kind, offers := range meta.Sorted(p.Offers()) {
			for _, o := range offers {
				if !slices.Contains(registered[kind], o.Key) {
					wrong = append(wrong, fmt.Errorf("%s: %s of the plugin %s is said and no plugin registers it", p.File, o.Key, name))
				}
			}
		}
	}
	return wrong
}
