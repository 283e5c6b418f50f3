// Package tree holds a piece of metadata as it is written: members in their order,
// numbers by their digits. Typed views are made from it; it is what is stored,
// compared and printed.
package tree

import (
	"bytes"
	"encoding/json"
	"slices"
)

// Kind says what a node is.
type Kind int

// Kinds of nodes.
const (
	Literal Kind = iota
	Object
	List
)

// Node is a value: an object, a list or a literal.
type Node struct {
	Kind    Kind
	Members []Member // of an object, in their order; no name twice
	Items   []*Node  // of a list
	Text    string   // of a literal, as JSON
}

// Member is a named value of an object.
type Member struct {
	Name  string
	Value *Node
}

// Value is the literal of a text, a number or a truth.
func Value[T string | bool | int | json.Number](value T) *Node {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(value) // such values have a text
	return &Node{Text: string(bytes.TrimSpace(text.Bytes()))}
}

// Get gives a member; nil when there is none, or nothing that could have one.
func (n *Node) Get(name string) *Node {
	if n == nil {
		return nil
	}
	if i := n.at(name); i >= 0 {
		return n.Members[i].Value
	}
	return nil
}

// Set gives an object a member, in the place of the one of that name or behind all.
func (n *Node) Set(name string, value *Node) {
	if i := n.at(name); i >= 0 {
		n.Members[i].Value = value
		return
	}
	n.Members = append(n.Members, Member{name, value})
}

// Delete takes a member away; it tells whether there was one.
func (n *Node) Delete(name string) bool {
	i := n.at(name)
	if i >= 0 {
		n.Members = slices.Delete(n.Members, i, i+1)
	}
	return i >= 0
}

// Depth counts the objects and lists that lie in one another, itself too.
func (n *Node) Depth() int {
	if n.Kind == Literal {
		return 0
	}
	deepest := 0
	for _, member := range n.Members {
		deepest = max(deepest, member.Value.Depth())
	}
	for _, item := range n.Items {
		deepest = max(deepest, item.Depth())
	}
	return deepest + 1
}

func (n *Node) at(name string) int {
	return slices.IndexFunc(n.Members, func(m Member) bool { return m.Name == name })
}

// String is the text of a literal string, the JSON of another literal, "" of the rest.
func (n *Node) String() string {
	if n == nil || n.Kind != Literal {
		return ""
	}
	if len(n.Text) > 1 && n.Text[0] == '"' && isPlain([]byte(n.Text)) {
		return n.Text[1 : len(n.Text)-1]
	}
	var text string
	if json.Unmarshal([]byte(n.Text), &text) == nil {
		return text
	}
	return n.Text
}

// Clone copies a value with all that is in it.
func (n *Node) Clone() *Node {
	made := &Node{Kind: n.Kind, Text: n.Text}
	for _, m := range n.Members {
		made.Members = append(made.Members, Member{m.Name, m.Value.Clone()})
	}
	for _, item := range n.Items {
		made.Items = append(made.Items, item.Clone())
	}
	return made
}

// Equal compares two values with the order of their members.
func Equal(a, b *Node) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Kind == b.Kind && a.Text == b.Text && slices.EqualFunc(a.Items, b.Items, Equal) &&
		slices.EqualFunc(a.Members, b.Members, func(a, b Member) bool { return a.Name == b.Name && Equal(a.Value, b.Value) })
}
