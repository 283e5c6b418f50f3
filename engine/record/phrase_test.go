package record_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/record/recordtest"
	"github.com/wareloom/wareloom/engine/store"
)

// TestAKindOfChangeIsSaidOnce: rows keep values alone, and the history tells of every kind
// what it told when each row said all.
func TestAKindOfChangeIsSaidOnce(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		acme := s.Goods("ACME", "A")
		office := s.Office(recordtest.MenuAll)
		id := record.ID(s.Must(office, "item", row{"customer_id": acme, "code": "B", "name": "Bear"}))
		phrases := s.Count("select count(*) from record_phrase")
		for _, code := range []string{"C", "D"} {
			s.Must(office, "item", row{"customer_id": acme, "code": code, "name": "as B"})
		}
		if n := s.Count("select count(*) from record_phrase"); n != phrases {
			t.Errorf("%d phrases after more of the same, want %d", n, phrases)
		}
		s.Must(office, "item", row{"id": id, "name": "Bee"})
		s.Must(office, "item", row{"id": id, "name": nil})
		var told []string
		for _, c := range history(t, s, "item", id) {
			told = append(told, fmt.Sprintf("%s %s", c.Action, c.Changes["name"]))
		}
		if got := strings.Join(told, ", "); got != `update ["Bee",null], update ["Bear","Bee"], insert [null,"Bear"]` {
			t.Errorf("the history tells %s", got)
		}
		if n := s.Count("select count(*) from record_audit where changes like '%name%'"); n != 0 {
			t.Errorf("%d rows name a field", n)
		}
	})
}

// TestAPhraseThatWasRolledBackIsWrittenAgain with the next change of the kind.
func TestAPhraseThatWasRolledBackIsWrittenAgain(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		acme := s.Goods("ACME")
		no := errors.New("no")
		err := s.Write(func(ctx context.Context, tx *store.Tx) error {
			_, err := s.Records.Save(ctx, tx, s.System(), "item", row{"customer_id": acme, "code": "A", "name": "first of the kind"})
			return errors.Join(err, no)
		})
		if !errors.Is(err, no) {
			t.Fatal(err)
		}
		id := record.ID(s.Must(s.System(), "item", row{"customer_id": acme, "code": "A", "name": "first of the kind"}))
		if changes := history(t, s, "item", id); len(changes) != 1 || string(changes[0].Changes["code"]) != `[null,"A"]` {
			t.Errorf("the history tells %v", changes)
		}
	})
}

// TestRowsThatSayAllThemselvesAreRead, as they were written before there were phrases, and
// their seals hold.
func TestRowsThatSayAllThemselvesAreRead(t *testing.T) {
	each(t, func(t *testing.T, s *recordtest.Shop) {
		acme := s.Goods("ACME")
		id := s.Insert("item", row{"customer_id": acme, "code": "A"})
		write(t, s, func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.Exec(ctx, `insert into record_audit (id, table_key, record_id, action, changes, user_id, reason, source, release_number, at)
				values (1, 'item', ?, 'audit', '{"_about":"a.pdf","code":["Z","A"]}', 0, 'why', 'desk', 3, 5)`, id)
			return err
		})
		write(t, s, func(ctx context.Context, tx *store.Tx) error {
			_, phrase := tx.Exec(ctx, "insert into record_phrase (id, action, reason, source, fields) values (7, 'update', '', '', '~code')")
			_, entry := tx.Exec(ctx, `insert into record_audit (id, phrase, table_key, record_id, action, changes, user_id, reason, source, release_number, at)
				values (2, 7, 'item', ?, '', '["Y","Z"]', 0, '', '', 3, 6)`, id)
			return errors.Join(phrase, entry)
		})
		changes := history(t, s, "item", id)
		if second := changes[len(changes)-2]; second.Action != "update" || string(second.Changes["code"]) != `["Y","Z"]` {
			t.Errorf("of a row that names its table itself the history tells %+v", second)
		}
		first := changes[len(changes)-1]
		if first.Action != "audit" || first.Reason != "why" || first.Source != "desk" || first.About != "a.pdf" || string(first.Changes["code"]) != `["Z","A"]` {
			t.Errorf("the history tells %+v", first)
		}
		w := watchOf(s)
		w.sealed(t, 0)
		w.sealed(t, 0)
		if w.sealed(t, time.Hour) == 0 || brokenBy(t, s, "") != "" {
			t.Error("rows of both kinds cannot be sealed")
		}
	})
}
