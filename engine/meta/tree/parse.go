package tree

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// Parse reads one JSON value. An error tells of text that is not JSON, of a member
// that is named twice, and of what stands behind the value.
//
// All metadata is read at every start, so the text is checked by the library and walked
// here: its tokens, one by one, took most of the time until a server was up.
func Parse(text []byte) (*Node, error) {
	if !json.Valid(text) {
		return nil, json.Unmarshal(text, new(any)) // says where
	}
	return (&parser{text: text}).value()
}

// parser walks over text that is JSON.
type parser struct {
	text []byte
	at   int
}

func (p *parser) value() (*Node, error) {
	switch p.next() {
	case '{':
		return p.object()
	case '[':
		return p.list()
	}
	return p.literal(), nil
}

// next goes to the next token, and gives how it begins.
func (p *parser) next() byte {
	for bytes.IndexByte([]byte(" \t\r\n,:"), p.text[p.at]) >= 0 {
		p.at++
	}
	return p.text[p.at]
}

// ends goes on behind a bracket, if it is what comes next.
func (p *parser) ends(bracket byte) bool {
	if p.next() != bracket {
		return false
	}
	p.at++
	return true
}

func (p *parser) object() (*Node, error) {
	made := &Node{Kind: Object}
	for p.at++; !p.ends('}'); {
		name := p.literal().String()
		if made.Get(name) != nil {
			return nil, fmt.Errorf("%q is named twice", name)
		}
		value, err := p.value()
		if err != nil {
			return nil, err
		}
		made.Members = append(made.Members, Member{name, value})
	}
	return made, nil
}

func (p *parser) list() (*Node, error) {
	made := &Node{Kind: List}
	for p.at++; !p.ends(']'); {
		item, err := p.value()
		if err != nil {
			return nil, err
		}
		made.Items = append(made.Items, item)
	}
	return made, nil
}

// literal reads a text, a number, a truth or null; a text in the one way to write it.
func (p *parser) literal() *Node {
	from := p.at
	if p.text[p.at] == '"' {
		for p.at++; p.text[p.at] != '"'; p.at++ {
			if p.text[p.at] == '\\' {
				p.at++
			}
		}
		p.at++
		return textNode(p.text[from:p.at])
	}
	for p.at < len(p.text) && bytes.IndexByte([]byte(" \t\r\n,:]}"), p.text[p.at]) < 0 {
		p.at++
	}
	return &Node{Text: string(p.text[from:p.at])}
}

func textNode(quoted []byte) *Node {
	if isPlain(quoted) {
		return &Node{Text: string(quoted)}
	}
	var text string
	_ = json.Unmarshal(quoted, &text) // it is part of what is valid
	return Value(text)
}

// isPlain reports whether a quoted text has nothing that could be written otherwise.
func isPlain(quoted []byte) bool {
	const lineSeparators = "\u2028\u2029"
	return bytes.IndexByte(quoted, '\\') < 0 && utf8.Valid(quoted) && !bytes.ContainsAny(quoted, lineSeparators)
}
