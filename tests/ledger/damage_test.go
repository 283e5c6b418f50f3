package ledger

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/product"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
	"github.com/wareloom/wareloom/tests/world"
)

var flips = flag.Int("flips", 30, "how many single bits are flipped in copies of a database")

// busy is a world whose ledger is most of the file.
func busy(t testing.TB, dsn string, moves int) *world.World {
	t.Helper()
	w := world.Start(t, dsn)
	id := w.Product(t, w.Owners[0], "P1", nil)
	g := world.Goods(w.Owners[0], id)
	w.Receive(t, g, "R-01", int64(moves))
	for done := 0; done < moves; done += 100 {
		postMany(t, w, g, 100)
	}
	return w
}

// postMany posts movements in one transaction, to and fro.
func postMany(t testing.TB, w *world.World, g contract.Goods, count int) {
	t.Helper()
	w.Do(t, func(ctx context.Context, data plugin.Data) error {
		var moves []contract.Move
		for i := range count {
			from, to := "R-01", "A-01"
			if i%2 == 1 {
				from, to = to, from
			}
			moves = append(moves, move(w, contract.Putaway, g, 1, from, to))
		}
		_, err := w.Stock.Post(ctx, data, moves)
		return err
	})
}

// TestVerifyFindsFlippedBits flips one random bit in each of many copies of a file, every
// other one where the ledger lies. A flip that no question can see lies in unused space.
func TestVerifyFindsFlippedBits(t *testing.T) {
	t.Parallel()
	dsn := enginetest.SQLite(t)
	busy(t, dsn, 3000)
	whole := filepath.Join(t.TempDir(), "whole.db")
	backUp(t, dsn, whole)
	content, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	sound, seed := allRows(whole), rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 1))
	found, seen, ofLedger, foundOfLedger := 0, 0, 0, 0
	ledger, size := pagesOf(t, whole, "stock_move")
	for i := range *flips {
		at, bit := random.IntN(len(content)), byte(1)<<random.IntN(8)
		if i%2 == 1 {
			at = (ledger[random.IntN(len(ledger))]-1)*size + random.IntN(size)
		}
		content[at] ^= bit
		copied := filepath.Join(t.TempDir(), "flipped.db")
		if err := os.WriteFile(copied, content, 0o600); err != nil {
			t.Fatal(err)
		}
		content[at] ^= bit
		told, changed := tells(t, copied), allRows(copied) != sound
		if told {
			found++
		}
		if changed {
			seen++
			if !told {
				t.Logf("not found: byte %d, bit %#x of %s", at, bit, whatLies(t, whole, at))
			}
			if strings.HasPrefix(whatLies(t, whole, at), "stock_move") {
				ofLedger++
				if told {
					foundOfLedger++
				}
			}
		}
		if err := os.Remove(copied); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("seed %d: %d flips, %d change what a question can see; %d are found; in the ledger %d of %d", seed, *flips, seen, found, foundOfLedger, ofLedger)
	if ofLedger == 0 || foundOfLedger != ofLedger {
		t.Errorf("%d of %d flips in the ledger are found, want all", foundOfLedger, ofLedger)
	}
}

func backUp(t *testing.T, dsn, file string) {
	t.Helper()
	db, err := store.Open(t.Context(), dsn, store.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Backup(t.Context(), file); err != nil {
		t.Fatal(err)
	}
}

// tells reports whether verify finds something wrong with a file.
func tells(t *testing.T, file string) bool {
	t.Helper()
	p, err := product.Wareloom()
	if err != nil {
		t.Fatal(err)
	}
	a, err := app.Look(t.Context(), app.Config{DSN: "sqlite:" + file, Product: p, Version: "99.0.0"})
	if err != nil {
		return true
	}
	defer a.Close()
	report, err := a.Verify(t.Context())
	return err != nil || !report.OK
}

// allRows is a sum of every value of every table, or the failure to read them.
func allRows(file string) string {
	db, err := sql.Open("sqlite", file)
	if err != nil {
		return err.Error()
	}
	defer db.Close()
	sum := sha256.New()
	for _, table := range column(db, "select name from sqlite_schema where type = 'table' order by name") {
		for _, row := range column(db, "select json_array("+strings.Join(column(db, "select 'quote(\"' || name || '\")' from pragma_table_info('"+table+"')"), ", ")+`) from "`+table+`" not indexed`) {
			fmt.Fprintln(sum, table, row)
		}
	}
	return fmt.Sprintf("%x", sum.Sum(nil))
}

// column is the first column of an answer; a failure is a row of its own.
func column(db *sql.DB, question string) (all []string) {
	rows, err := db.Query(question)
	if err != nil {
		return []string{err.Error()}
	}
	defer rows.Close()
	for rows.Next() {
		var text sql.NullString
		if err := rows.Scan(&text); err != nil {
			return append(all, err.Error())
		}
		all = append(all, text.String)
	}
	if err := rows.Err(); err != nil {
		all = append(all, err.Error())
	}
	return all
}

// pagesOf are the pages of a table and its indexes, numbered from 1, and their size.
func pagesOf(t *testing.T, file, table string) (pages []int, size int) {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, text := range column(db, "select s.pageno from dbstat s join sqlite_schema m on m.name = s.name where m.tbl_name = '"+table+"'") {
		page, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, page)
	}
	if size, err = strconv.Atoi(column(db, "pragma page_size")[0]); err != nil || len(pages) == 0 {
		t.Fatalf("%d pages of %s (%v)", len(pages), table, err)
	}
	return pages, size
}

// whatLies names the table or index on whose page a byte lies; "" where nobody knows.
func whatLies(t *testing.T, file string, at int) string {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	names := column(db, fmt.Sprintf("select name from dbstat where pageno = %d", at/4096+1))
	return strings.Join(names, " ")
}

// BenchmarkPost tells what posting 100 movements costs.
func BenchmarkPost(b *testing.B) {
	w := world.Start(b, enginetest.SQLite(b))
	id := w.Product(b, w.Owners[0], "P1", nil)
	g := world.Goods(w.Owners[0], id)
	w.Receive(b, g, "R-01", 1000)
	for b.Loop() {
		postMany(b, w, g, 100)
	}
}
