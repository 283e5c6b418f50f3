package record

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"sync"
	"time"

	"github.com/wareloom/wareloom/engine/store"
)

// The chain proves that nobody changed or took away what the audit says. A seal is the
// SHA-256 of the seal before it and of the rows that it covers, in the order of their ids:
// those after the ids of the seal before, up to one. The last seal is always one to come,
// which has its last id and no hash: it gets it when no transaction can add a row up to that
// id any more. How long that is known is measured where it is seen, whatever clocks said when
// a row was written.
const (
	sealAfter     = store.IDLife + 30*time.Minute // longer than the longest call
	coveredAtOnce = 5_000                         // rows in memory
)

// seal is a row of record_seal.
type seal struct {
	Number int64  `db:"number"`
	Rows   int64  `db:"row_count"`
	Hash   string `db:"hash"`     // "" of the one to come
	Until  int64  `db:"until_id"` // 0 of one that its rows name, as all did once

	// Of the rows, whatever their order; null of older seals, and of the first after those that
	// their rows name, as such rows are among its ids.
	FirstAt sql.NullInt64 `db:"first_at"`
	LastAt  sql.NullInt64 `db:"last_at"`
}

const sealColumns = "number, row_count, hash, until_id, first_at, last_at"

// Chain puts seals on the audit, behind the requests.
type Chain struct {
	DB  *store.DB
	Now func() time.Time

	mu    sync.Mutex
	seen  seal // to come
	since time.Time
}

// Seal puts the next seal on the audit if its time has come, and gives how many rows it
// covers and its hash, which proves more the farther away from the database it is kept. Of
// two writers one fails at it.
func (c *Chain) Seal(ctx context.Context) (rows int64, head string, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var last, next seal
	var due bool
	err = c.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
		if last, next, err = lastSeals(ctx, tx); err != nil {
			return err
		}
		if due = c.isDue(next); due {
			return next.cover(ctx, tx, last)
		}
		return nil
	})
	if err != nil || !due && next.Number != 0 {
		return 0, "", err
	}
	err = c.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error { return next.put(ctx, tx, last, c.Now()) })
	if err != nil {
		return 0, "", fmt.Errorf("put seal %d: %w", next.Number, err)
	}
	return next.Rows, next.Hash, nil
}

// isDue reports whether a seal to come was seen long enough ago.
func (c *Chain) isDue(next seal) bool {
	if next != c.seen {
		c.seen, c.since = next, c.Now()
	}
	return next.Number != 0 && c.Now().Sub(c.since) >= sealAfter
}

// lastSeals gives the last seal and the one to come; zero where there is none.
func lastSeals(ctx context.Context, tx *store.Tx) (last, next seal, err error) {
	var found []seal
	if err := tx.Select(ctx, &found, "select "+sealColumns+" from record_seal order by number desc limit 2"); err != nil {
		return last, next, fmt.Errorf("read the last seals: %w", err)
	}
	if len(found) > 0 && found[0].Hash == "" {
		next, found = found[0], found[1:]
	}
	if len(found) > 0 {
		last = found[0]
	}
	return last, next, nil
}

// put writes a seal that was to come, if it covers anything, and the one to come after it.
func (s seal) put(ctx context.Context, tx *store.Tx, last seal, now time.Time) error {
	until, err := tx.LastID(ctx)
	if err != nil {
		return err
	}
	switch {
	case s.Number == 0:
		s.Number = last.Number
	case s.Rows == 0:
		return changeOne(ctx, tx, "update record_seal set until_id = ? where number = ? and hash = '' and until_id = ?", until, s.Number, s.Until)
	default:
		if last.Number != 0 && last.Until == 0 {
			s.FirstAt, s.LastAt = sql.NullInt64{}, sql.NullInt64{}
		}
		const text = "update record_seal set row_count = ?, hash = ?, at = ?, first_at = ?, last_at = ? where number = ? and hash = '' and until_id = ?"
		if err := changeOne(ctx, tx, text, s.Rows, s.Hash, now.UnixMilli(), s.FirstAt, s.LastAt, s.Number, s.Until); err != nil {
			return err
		}
	}
	const text = "insert into record_seal (number, row_count, hash, at, until_id) values (?, 0, '', ?, ?)"
	return changeOne(ctx, tx, text, s.Number+1, now.UnixMilli(), until)
}

var errSealed = errors.New("another writer was at it")

func changeOne(ctx context.Context, tx *store.Tx, text string, args ...any) error {
	n, err := tx.Exec(ctx, text, args...)
	if err == nil && n != 1 {
		err = errSealed
	}
	return err
}

// cover gives a seal the number of the rows under it, their times, and their hash after that of
// the seal before; none where there are no rows.
func (s *seal) cover(ctx context.Context, tx *store.Tx, before seal) error {
	sum := sha256.New()
	sum.Write([]byte(before.Hash))
	where, args := "a.seal = 0 and a.id <= ?", []any{s.Until}
	if s.Until == 0 {
		where, args = "a.seal <> 0 and a.seal = ?", []any{s.Number}
	}
	text := "select " + auditRowColumns + " from " + auditRows + " where " + where + " and a.id > ? order by a.id limit ?"
	s.Rows, s.Hash, s.FirstAt, s.LastAt = 0, "", sql.NullInt64{}, sql.NullInt64{}
	for after := before.Until; ; {
		var rows []auditRow
		if err := tx.Select(ctx, &rows, text, append(args, after, coveredAtOnce)...); err != nil {
			return fmt.Errorf("read what seal %d covers: %w", s.Number, err)
		}
		for i := range rows {
			changes := spread(rows[i : i+1])
			for j := range changes {
				changes[j].addTo(sum)
			}
			after = rows[i].ID
			s.Rows += int64(len(changes))
			s.stretch(rows[i].At)
		}
		if len(rows) < coveredAtOnce {
			break
		}
	}
	if s.Rows > 0 {
		s.Hash = hex.EncodeToString(sum.Sum(nil))
	}
	return nil
}

// stretch has the times of a seal include another.
func (s *seal) stretch(at int64) {
	if !s.FirstAt.Valid || at < s.FirstAt.Int64 {
		s.FirstAt = sql.NullInt64{Int64: at, Valid: true}
	}
	if !s.LastAt.Valid || at > s.LastAt.Int64 {
		s.LastAt = sql.NullInt64{Int64: at, Valid: true}
	}
}

// addTo writes a row as a JSON list, in which no two rows read alike.
func (row *auditRow) addTo(sum hash.Hash) {
	said := []any{row.ID, row.Table, row.RecordID, row.At, row.UserID, row.LetBy, row.Reason, row.Action, row.Source, row.Release, row.whole()}
	if row.shared {
		said = append(said, row.HeadID)
	}
	text, _ := json.Marshal(said) // texts and numbers are always JSON
	sum.Write(append(text, '\n'))
}

// BrokenSeal is a seal that does not fit what it covers.
type BrokenSeal struct {
	Number int64
	Detail string
}

// BrokenSeals finds the seals under which the audit was changed, rows were taken away
// or put in, and seals that are missing themselves.
func BrokenSeals(ctx context.Context, tx *store.Tx) ([]BrokenSeal, error) {
	var seals []seal
	if err := tx.Select(ctx, &seals, "select "+sealColumns+" from record_seal order by number"); err != nil {
		return nil, fmt.Errorf("read seals: %w", err)
	}
	var broken []BrokenSeal
	before, named := seal{}, int64(0)
	for _, s := range seals {
		why, err := s.check(ctx, tx, before)
		if err != nil {
			return nil, err
		}
		if why != "" {
			broken = append(broken, BrokenSeal{s.Number, why})
		}
		if s.Until == 0 {
			named = s.Number
		}
		before = s
	}
	if before.Hash != "" && before.Until != 0 {
		broken = append(broken, BrokenSeal{before.Number + 1, "the seal to come is missing"})
	}
	var unknown int64
	const text = "select count(*) from record_audit where seal <> 0 and seal > ?"
	if err := tx.Get(ctx, &unknown, text, named); err != nil {
		return nil, fmt.Errorf("count rows of no seal: %w", err)
	}
	if unknown > 0 {
		broken = append(broken, BrokenSeal{named + 1, fmt.Sprintf("the seal is missing that %d changes name", unknown)})
	}
	return broken, nil
}

// check says what is wrong with a seal; "" for nothing.
func (s seal) check(ctx context.Context, tx *store.Tx, before seal) (string, error) {
	if s.Number != before.Number+1 {
		return fmt.Sprintf("the seal before it is missing, the last is %d", before.Number), nil
	}
	if before.Number != 0 && before.Hash == "" {
		return "the seal before it has no hash", nil
	}
	if s.Hash == "" {
		return "", nil
	}
	found := s
	if err := found.cover(ctx, tx, before); err != nil {
		return "", err
	}
	switch {
	case found.Rows != s.Rows:
		return fmt.Sprintf("it covers %d changes, %d are there", s.Rows, found.Rows), nil
	case found.Hash != s.Hash:
		return "the changes that it covers are not what they were", nil
	case s.FirstAt.Valid && (found.FirstAt != s.FirstAt || found.LastAt != s.LastAt):
		return "the changes that it covers happened at other times than it says", nil
	}
	return "", nil
}
