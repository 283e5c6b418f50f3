package catalog

import (
	"strings"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/meta"
)

// Slot is a place for an expression: what it may name there, and the type that it has
// to have; nil takes any.
type Slot struct {
	Env  expression.Env
	Want expression.Type
}

// Slots are the places for expressions of a product, also those that say none yet.
type Slots struct {
	Release *Release // its tables; where expressions are wrong it lacks what they say
	objects map[*meta.Object]map[string]Slot
	named   map[string]*meta.Object // by kind and key
}

// FindSlots compiles a model like Compile and tells what its expressions may name. That
// some of them are wrong is no error: who asks is writing one. Wrong names are.
func FindSlots(model *meta.Model, functions *expression.Registry, registries ...meta.Registry) (*Slots, error) {
	if problems := meta.Check(model, FieldTypes(), registries...); len(problems) > 0 {
		return nil, problems.Err(model, "en")
	}
	c := newCompiler(model, functions, registries)
	c.slots = &Slots{Release: c.rel, objects: map[*meta.Object]map[string]Slot{}, named: map[string]*meta.Object{}}
	c.compile()
	return c.slots, nil
}

// note keeps a place; of several compilations of one, as of a code rule that two tables
// have, the first.
func (s *Slots) note(o *meta.Object, path string, slot Slot) {
	of, known := s.objects[o]
	if !known {
		of = map[string]Slot{}
		s.objects[o], s.named[o.Kind+" "+o.Key] = of, o
	}
	if _, noted := of[path]; !noted {
		of[path] = slot
	}
}

// Find gives the place at a path of an object. Of one that is not there yet, as a
// parameter that an effect is not given, the nearest beside it says which names are
// seen, and any type will do.
func (s *Slots) Find(kind, key, path string) (Slot, bool) {
	of := s.objects[s.named[kind+" "+key]]
	if slot, found := of[path]; found {
		return slot, true
	}
	best, length := "", 0
	for other := range of {
		if n := shared(path, other); n > length || n == length && n > 0 && other < best {
			best, length = other, n
		}
	}
	if length == 0 {
		return Slot{}, false
	}
	return Slot{Env: of[best].Env}, true
}

// shared counts the steps in which two paths begin alike.
func shared(a, b string) (n int) {
	other := strings.Split(b, "/")
	for i, step := range strings.Split(a, "/") {
		if i == len(other) || step != other[i] {
			break
		}
		n++
	}
	return n
}
