package expression

import (
	"context"
	"fmt"
	"slices"
)

// Function is a function of the language. Functions do not change anything,
// and answer the same for the same arguments within one evaluation.
type Function struct {
	Name     string
	Args     []Type
	Optional int  // how many of the last arguments may be left out
	Variadic bool // the last argument may be repeated
	Alike    bool // the arguments have one type; text literals become dates or instants beside one
	Result   Type
	// ResultOf gives the type of the result when it depends on the arguments;
	// nil refuses them. It goes before Result.
	ResultOf func(args []Argument) Type
	Targets  Target
	// TakesNull lets Call see null arguments; without it a null argument makes
	// the result null.
	TakesNull bool
	// Call computes the result from values of the declared types. A
	// fault.Fault refuses the evaluation.
	Call func(ctx context.Context, args []any) (any, error)
}

// Argument is what ResultOf knows of an argument.
type Argument struct {
	Type    Type
	Literal any // its value when it is a literal
}

// Registry is a closed list of functions. Registering happens at start; after
// that a Registry is only read.
type Registry struct{ functions map[string]*Function }

// NewRegistry gives a registry with the base functions. Slots with server-only
// functions and plugins add theirs with Register.
func NewRegistry() *Registry {
	r := &Registry{functions: map[string]*Function{}}
	for _, f := range slices.Concat(numberFunctions(), textFunctions(), dateFunctions()) {
		r.functions[f.Name] = &f
	}
	return r
}

// Register adds a function. It answers an error for a name that is taken, or a
// function without Call, result or target.
func (r *Registry) Register(f Function) error {
	if _, taken := r.functions[f.Name]; taken || slices.Contains(formNames(), f.Name) {
		return fmt.Errorf("register expression function %q: the name is taken", f.Name)
	}
	if f.Name == "" || f.Call == nil || f.Targets == 0 || f.Result == nil && f.ResultOf == nil {
		return fmt.Errorf("register expression function %q: name, Call, Targets and a result are needed", f.Name)
	}
	r.functions[f.Name] = &f
	return nil
}

// Names lists what can be called: the functions for all of the targets and the
// forms that the interpreter itself knows, such as sum and iif.
func (r *Registry) Names(targets Target) []string {
	names := formNames()
	for name, f := range r.functions {
		if f.Targets&targets == targets {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// formNames lists the calls that do not evaluate all their arguments once.
func formNames() []string {
	return []string{"iif", "coalesce", "any", "all", "filter", "map", "count", "sum"}
}

// arity gives the least and the most arguments; most is -1 without limit.
func (f *Function) arity() (least, most int) {
	least, most = len(f.Args)-f.Optional, len(f.Args)
	if f.Variadic {
		most = -1
	}
	return least, most
}

// argType gives the declared type of argument i.
func (f *Function) argType(i int) Type { return f.Args[min(i, len(f.Args)-1)] }

func (f *Function) resultType(args []*Node) Type {
	if f.ResultOf == nil {
		return f.Result
	}
	arguments := make([]Argument, len(args))
	for i, arg := range args {
		arguments[i] = Argument{Type: arg.typ, Literal: arg.literal}
	}
	return f.ResultOf(arguments)
}

// everywhere is the target of pure functions that the browser has too.
const everywhere = Server | Browser | SQL
