package meta

// Registry says what code offers to metadata. Several may be given; a name is
// known when one of them knows it. What the offers are like plugins say (Offer).
type Registry interface {
	// Effect reports whether an effect of a plugin exists.
	Effect(name string) bool
	// Flow describes a flow of stations; nil for one that does not describe itself.
	Flow(name string) (flow *Flow, ok bool)
	// CodeKind reports whether codes of a kind can be resolved at stations.
	CodeKind(name string) bool
	// Rights lists the rights of endpoints.
	Rights() []string
}
