package store

import (
	"strconv"
	"strings"
	"sync"
)

// rebindLimit bounds the rebound texts that are kept; statements come from
// metadata, so more than this is rare and simply starts over.
const rebindLimit = 4096

// rebindCache keeps SQL texts with PostgreSQL's parameters.
type rebindCache struct {
	mu    sync.RWMutex
	texts map[string]string
}

// rebind gives a statement the parameters of the database.
func (db *DB) rebind(text string) string {
	if db.dialect == SQLite || !strings.Contains(text, "?") {
		return text
	}
	c := &db.rebound
	c.mu.RLock()
	numbered, ok := c.texts[text]
	c.mu.RUnlock()
	if ok {
		return numbered
	}
	numbered = number(text)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.texts == nil || len(c.texts) >= rebindLimit {
		c.texts = map[string]string{}
	}
	c.texts[text] = numbered
	return numbered
}

// number replaces each ? outside quotes by $1, $2 and so on.
func number(text string) string {
	var out strings.Builder
	out.Grow(len(text) + 16)
	var quote byte
	count := 0
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
			out.WriteByte('$')
			out.WriteString(strconv.Itoa(count))
			continue
		}
		out.WriteByte(c)
	}
	return out.String()
}
