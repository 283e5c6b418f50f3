package instances_test

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// instance is one file of the common text format of routing and batching
// instances. Lengths are millimetres.
type instance struct {
	numbers map[string]int64 // header values; lengths in thousandths
	depot   string           // "top" or "bottom"
	skus    map[string]sku
	orders  []map[string]int64 // quantity per article
}

// sku is where an article lies and what a piece of it takes of the capacity.
type sku struct {
	aisle, cell int
	weight      int64
}

// folder returns a folder of instances and skips the test where there is none.
func folder(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", "..", "..", "shared", "data", "instances", name))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no published instances: %v", err)
	}
	return path
}

// table reads a comma separated file without its header.
func table(t *testing.T, path string) [][]string {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatalf("read %s: %v", path, err)
	}
	return rows[1:]
}

func read(t *testing.T, path string) *instance {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	in := &instance{numbers: map[string]int64{}, skus: map[string]sku{}}
	section := ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if strings.HasSuffix(line, "_SECTION") {
			section = line
		} else if err := in.add(section, line); err != nil {
			t.Fatalf("read %s: %q: %v", path, line, err)
		}
	}
	return in
}

// add takes in a line of a section.
func (in *instance) add(section, line string) error {
	words := strings.Fields(line)
	switch {
	case len(words) == 0 || words[0] == "EOF":
		return nil
	case words[0] == "ID":
		return in.addArticle(section, words)
	case section == "ORDER_SECTION" && strings.HasPrefix(line, "NUM_ARTICLES"):
		in.orders = append(in.orders, map[string]int64{})
		return nil
	case words[0] == "DEPOT_LOCATION":
		in.depot = words[2]
		return nil
	case section == "" && len(words) == 3:
		return in.addNumber(words[0], words[2])
	default:
		return nil
	}
}

func (in *instance) addArticle(section string, words []string) error {
	fields := map[string]int64{}
	for i := 2; i+1 < len(words); i += 2 {
		if value, err := strconv.ParseInt(words[i+1], 10, 64); err == nil {
			fields[words[i]] = value
		}
	}
	id := words[1]
	article := in.skus[id]
	switch section {
	case "ARTICLE_SECTION":
		article.weight = fields["WEIGHT"]
	case "SKU_SECTION":
		article.aisle, article.cell = int(fields["AISLE"]), int(fields["CELL"])
	case "ORDER_SECTION":
		if len(in.orders) == 0 {
			return fmt.Errorf("article before the first order")
		}
		in.orders[len(in.orders)-1][id] += fields["QUANTITY"] // an article may be listed twice
	}
	in.skus[id] = article
	return nil
}

// addNumber keeps lengths in thousandths; words such as the layout are left out.
func (in *instance) addNumber(name, text string) error {
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil // a name, not a number
	}
	if strings.HasPrefix(name, "DISTANCE_") {
		value *= 1000
	}
	in.numbers[name] = int64(value + 0.5)
	return nil
}
