package store

import (
	"strconv"
	"strings"
	"sync"
)

// rebindLimit bounds the rebound texts that are kept; statements come from
// metadata, so more than this is rare and simply starts over.
const rebindLimit = 4096

// rebindCache keeps SQL texts with the parameters of the database.
type rebindCache struct {
	mu    sync.RWMutex
	texts map[string]string
}

// rebind gives a statement the parameters of the database.
func (db *DB) rebind(text string) string {
	if !strings.Contains(text, "?") || db.dialect == SQLite && !strings.Contains(text, " in ?") && !strings.Contains(text, " IN ?") {
		return text
	}
	c := &db.rebound
	c.mu.RLock()
	written, ok := c.texts[text]
	c.mu.RUnlock()
	if ok {
		return written
	}
	written = rewrite(text, parameters[db.dialect])
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.texts == nil || len(c.texts) >= rebindLimit {
		c.texts = map[string]string{}
	}
	c.texts[text] = written
	return written
}

// parameter spells the places of a statement's arguments.
type parameter struct {
	one       func(n int) string // the n-th, of one value
	in, notIn string             // before one of many values
	end       string             // behind it
}

var parameters = map[Dialect]parameter{
	SQLite:   {func(int) string { return "?" }, "in (select value from json_each(", "not in (select value from json_each(", "))"},
	Postgres: {func(n int) string { return "$" + strconv.Itoa(n) }, "= any(", "<> all(", ")"},
}

// rewrite writes each ? outside quotes, and each "in ?", as a database wants it.
func rewrite(text string, as parameter) string {
	var out strings.Builder
	out.Grow(len(text) + 16)
	var quote byte
	count, done := 0, 0
	for i := range len(text) {
		c := text[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0 // a doubled quote closes and opens again
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '?':
			count++
			before := text[done:i]
			done = i + 1
			out.WriteString(as.place(before, count))
		}
	}
	out.WriteString(text[done:])
	return out.String()
}

// place is a stretch of SQL with the parameter that follows it.
func (p parameter) place(before string, n int) string {
	if rest, many := cutWord(before, "not in"); many {
		return rest + p.notIn + p.one(n) + p.end
	}
	if rest, many := cutWord(before, "in"); many {
		return rest + p.in + p.one(n) + p.end
	}
	return before + p.one(n)
}

// cutWord takes a word and a blank from the end of a text.
func cutWord(text, word string) (rest string, found bool) {
	at := len(text) - len(word) - 1
	if at < 1 || text[at-1] != ' ' || text[len(text)-1] != ' ' || !strings.EqualFold(text[at:len(text)-1], word) {
		return text, false
	}
	return text[:at], true
}
