package meta

import "encoding/json"

// Registry says what code offers to metadata. Several may be given; a name is
// known when one of them knows it.
type Registry interface {
	// Effect gives the JSON Schema of an effect's parameters; nil takes all.
	Effect(name string) (schema json.RawMessage, ok bool)
	// Flow reports whether a flow of stations exists.
	Flow(name string) bool
	// CodeKind reports whether codes of a kind can be resolved at stations.
	CodeKind(name string) bool
	// Rights lists the rights of endpoints.
	Rights() []string
}
