package catalog

import (
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

// richTextType is a text with a little HTML. Only the elements below survive, and
// no attribute but the address of a link, so that every page may show it as it is.
type richTextType struct{ textType }

func (richTextType) traits() meta.Traits {
	return meta.Traits{Family: meta.FamilyWords, Members: []string{"max_length", "max_length_in"}, Filter: "like"}
}

var (
	// richElements are the elements that stay; the words in all others do too.
	richElements = []atom.Atom{atom.P, atom.Br, atom.B, atom.Strong, atom.I, atom.Em, atom.U, atom.Ul, atom.Ol, atom.Li, atom.A, atom.H3}
	// unread are elements whose words are not for reading.
	unread = []atom.Atom{atom.Script, atom.Style, atom.Template, atom.Noscript, atom.Title, atom.Iframe, atom.Object, atom.Textarea, atom.Select}
	// linkSchemes are those that a link may lead to.
	linkSchemes = []string{"http", "https", "mailto"}
)

func (t richTextType) parse(f *Field, json any) (any, *fault.Fault) {
	v, bad := t.textType.parse(f, json)
	text, ok := v.(string)
	if bad != nil || !ok {
		return nil, bad
	}
	if text = CleanHTML(text); text == "" {
		return nil, nil
	}
	return text, nil
}

// CleanHTML rewrites HTML so that nothing but the allowed elements is left, each
// closed. What holds neither words nor a line break is "".
func CleanHTML(text string) string {
	root := &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div}
	nodes, err := html.ParseFragment(strings.NewReader(text), root)
	if err != nil {
		return ""
	}
	var out strings.Builder
	for _, node := range nodes {
		writeClean(&out, node)
	}
	return strings.TrimSpace(out.String())
}

func writeClean(out *strings.Builder, node *html.Node) {
	switch {
	case node.Type == html.TextNode:
		out.WriteString(html.EscapeString(node.Data))
		return
	case node.Type != html.ElementNode || slices.Contains(unread, node.DataAtom):
		return
	case node.DataAtom == atom.Br:
		out.WriteString("<br>")
		return
	}
	kept := node.Namespace == "" && slices.Contains(richElements, node.DataAtom)
	if kept {
		out.WriteString("<" + node.Data + linkOf(node) + ">")
	}
	for child := range node.ChildNodes() {
		writeClean(out, child)
	}
	if kept {
		out.WriteString("</" + node.Data + ">")
	}
}

// linkOf is the attribute of a link that leads where links may lead.
func linkOf(node *html.Node) string {
	if node.DataAtom != atom.A {
		return ""
	}
	for _, attribute := range node.Attr {
		target, err := url.Parse(strings.TrimSpace(attribute.Val))
		if attribute.Key == "href" && err == nil && slices.Contains(linkSchemes, target.Scheme) {
			return ` href="` + html.EscapeString(target.String()) + `"`
		}
	}
	return ""
}
