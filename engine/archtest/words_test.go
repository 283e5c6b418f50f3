package archtest

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// trade are the words of the trade that the machine must not know: whoever needs
// one writes it in metadata or in a plugin.
var trade = []string{
	"warehouse", "consignor", "sku", "inbound", "outbound", "stock", "quant", "wave",
	"picking", "waybill", "carrier", "shelve", "asn", "lpn", "tote",
}

// machine are the folders that the rule is for.
var machine = []string{"engine", "runtime-ui/src", "designers/src"}

// knowsNoTrade finds words of the trade in identifiers and strings; comments may
// give examples. cmd is left out, since it names the plugins.
func knowsNoTrade(files []source) (mistakes []string) {
	for _, file := range files {
		if !file.in(machine...) || file.in("engine/archtest", "engine/cmd") {
			continue
		}
		if file.isGo() {
			mistakes = append(mistakes, tradeInGo(file)...)
			continue
		}
		for i, line := range strings.Split(withoutComments(file.text), "\n") {
			if word, ok := tradeIn(line); ok {
				mistakes = append(mistakes, fmt.Sprintf("%s:%d: knows the word %q", file.path, i+1, word))
			}
		}
	}
	return mistakes
}

func tradeInGo(file source) (mistakes []string) {
	ast.Inspect(file.tree, func(node ast.Node) bool {
		text := ""
		switch n := node.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.Ident:
			text = n.Name
		case *ast.BasicLit:
			if n.Kind == token.STRING {
				text = n.Value
			}
		}
		if word, ok := tradeIn(text); ok {
			mistakes = append(mistakes, file.say(node.Pos(), "knows the word %q", word))
		}
		return true
	})
	return mistakes
}

// tradeIn finds the first word of the trade in a text, alone or in camelCase,
// snake_case or the plural.
func tradeIn(text string) (string, bool) {
	for _, word := range wordsOf(text) {
		if slices.Contains(trade, word) || slices.Contains(trade, strings.TrimSuffix(word, "s")) {
			return word, true
		}
	}
	return "", false
}

// wordsOf splits a text at everything but letters and before capitals, so that
// HTTPServer gives http and server.
func wordsOf(text string) []string {
	var words []string
	var word []rune
	end := func() {
		if len(word) > 0 {
			words = append(words, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	runes := []rune(text)
	for i, r := range runes {
		if !unicode.IsLetter(r) {
			end()
			continue
		}
		before := i > 0 && unicode.IsLower(runes[i-1])
		after := i+1 < len(runes) && unicode.IsLower(runes[i+1]) && i > 0 && unicode.IsUpper(runes[i-1])
		if unicode.IsUpper(r) && (before || after) {
			end()
		}
		word = append(word, r)
	}
	end()
	return words
}

// withoutComments blanks the comments of TypeScript and keeps its line numbers.
func withoutComments(text string) string {
	var out strings.Builder
	var quote byte
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote != 0:
			if c == '\\' {
				i++
			} else if c == quote || c == '\n' && quote != '`' { // an apostrophe in JSX is not a string
				quote = 0
			}
		case c == '\'' || c == '"' || c == '`':
			quote = c
		case strings.HasPrefix(text[i:], "//"):
			i += lengthUntil(text[i:], "\n") - 1
			continue
		case strings.HasPrefix(text[i:], "/*"):
			length := lengthUntil(text[i+2:], "*/") + 4
			comment := text[i:min(i+length, len(text))]
			out.WriteString(strings.Repeat("\n", strings.Count(comment, "\n")))
			i += len(comment) - 1
			continue
		}
		out.WriteByte(c)
	}
	return out.String()
}

// lengthUntil gives how much of the text stands before the mark.
func lengthUntil(text, mark string) int {
	before, _, _ := strings.Cut(text, mark)
	return len(before)
}

func TestMachineKnowsNoTrade(t *testing.T) { check(t, knowsNoTrade) }

func TestWordRuleSeesMistakes(t *testing.T) {
	t.Parallel()
	const folder = "engine/query/"
	checkSamples(t, knowsNoTrade, []sample{
		{"identifier", folder + "a.go", "package p\nvar openWaves int\n", `:2: knows the word "waves"`},
		{"capitals", folder + "a.go", "package p\nvar SKUCode int\n", `"sku"`},
		{"string", folder + "a.go", "package p\nvar a = \"select * from stock_move\"\n", `"stock"`},
		{"test", folder + "a_test.go", "package p\nvar asn int\n", `"asn"`},
		{"comment", folder + "a.go", "package p\n\n// a is for a warehouse.\nvar a int\n", ""},
		{"part of a word", folder + "a.go", "package p\nvar quantity, toten, microwave int\n", ""},
		{"plugin", "plugins/billing/a.go", "package p\nvar stock int\n", ""},
		{"cmd", "engine/cmd/wareloom/main.go", "package p\nvar stock int\n", ""},
		{"typescript", "runtime-ui/src/a.ts", "/* stock\n */\nconst carrierId = 1 // stock\n", `a.ts:3: knows the word "carrier"`},
		{"typescript comment", "runtime-ui/src/a.ts", "// stock\n/* wave */ const a = 'http://x' // tote\n", ""},
		{"jsx text", "designers/src/a.tsx", "export const A = () => <p>Don't say waybill</p>\n", `"waybill"`},
		{"typescript outside", "plugins/billing/ui/a.ts", "const stock = 1\n", ""},
	})
}
