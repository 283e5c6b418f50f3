package expression

// op says what a Node does.
type op string

// The operations of a checked tree. The browser's interpreter knows the same.
const (
	opNil     op = "nil"
	opBool    op = "bool"
	opText    op = "text"
	opNumber  op = "number"  // value is the number as text
	opInstant op = "instant" // value is RFC 3339
	opVar     op = "var"     // name of the environment
	opItem    op = "item"    // the element that a predicate looks at
	opField   op = "field"   // path of fields, all but the last references
	opAt      op = "at"      // member of a JSON object, element of a list
	opList    op = "list"

	opNot, opAnd, opOr             op = "not", "and", "or"
	opEq, opNe, opLt, opLe         op = "eq", "ne", "lt", "le"
	opGt, opGe, opIn               op = "gt", "ge", "in"
	opIsNil, opNotNil              op = "isnil", "notnil"
	opAdd, opSub, opMul, opNeg     op = "add", "sub", "mul", "neg"
	opContains, opStarts, opEnds   op = "contains", "startsWith", "endsWith"
	opIf, opCoalesce, opCall       op = "if", "coalesce", "call"
	opAny, opAll, opFilter, opEach op = "any", "all", "filter", "map"
	opCount, opSum                 op = "count", "sum"
)

// Node is a node of a checked tree. Its JSON form is what the browser
// evaluates; the fields that are not in it serve this package only.
type Node struct {
	Op     op       `json:"op"`
	Name   string   `json:"name,omitempty"`   // of a variable or function
	Path   []string `json:"path,omitempty"`   // of a field: references, then the field
	Tables []string `json:"tables,omitempty"` // that the references of the path lead to
	Type   string   `json:"type,omitempty"`   // of a variable, field or element
	Value  any      `json:"value,omitempty"`  // of a literal
	Args   []*Node  `json:"args,omitempty"`

	typ      Type
	at       int // offset in the source, in characters
	literal  any // Value as Go value
	key      string
	rolled   string // of a field that no record carries: the table of it
	function *Function
}

// Walk visits the node and all below it, until visit answers false for a node.
func (n *Node) Walk(visit func(*Node) bool) {
	if !visit(n) {
		return
	}
	for _, arg := range n.Args {
		arg.Walk(visit)
	}
}
