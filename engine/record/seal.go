package record

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"slices"
	"time"

	"github.com/wareloom/wareloom/engine/store"
)

// The chain proves that nobody changed or took away what the audit says. A seal is the
// SHA-256 of the seal before it and of the rows that it covers, in the order of their
// ids. One writer seals, behind the requests, what is older than any transaction that
// could still add to it; of two writers one fails at the number of the seal.
const (
	sealAfter   = 30 * time.Minute // longer than the longest call
	largestSeal = 5_000            // rows under one seal
)

// seal is a row of record_seal.
type seal struct {
	Number int64  `db:"number"`
	Rows   int64  `db:"row_count"`
	Hash   string `db:"hash"`
}

// Seal puts the next seal on the audit and gives how many rows it covers, 0 when there
// is nothing to seal yet, and its hash, which proves more the farther away from the
// database it is kept.
func Seal(ctx context.Context, tx *store.Tx, now time.Time) (rows int, head string, err error) {
	last, err := lastSeal(ctx, tx)
	if err != nil {
		return 0, "", err
	}
	var open []auditRow
	const text = "select " + auditRowColumns + " from " + auditRows + " where a.seal = 0 and a.at < ? order by a.id limit ?"
	if err := tx.Select(ctx, &open, text, now.Add(-sealAfter).UnixMilli(), largestSeal); err != nil {
		return 0, "", fmt.Errorf("read what is not sealed: %w", err)
	}
	if len(open) == 0 {
		return 0, last.Hash, nil
	}
	next := seal{Number: last.Number + 1, Rows: int64(len(open)), Hash: chained(last.Hash, open)}
	if err := mark(ctx, tx, next.Number, open); err != nil {
		return 0, "", err
	}
	const insert = "insert into record_seal (number, row_count, hash, at) values (?, ?, ?, ?)"
	if _, err := tx.Exec(ctx, insert, next.Number, next.Rows, next.Hash, now.UnixMilli()); err != nil {
		return 0, "", fmt.Errorf("write seal %d: %w", next.Number, err)
	}
	return len(open), next.Hash, nil
}

func lastSeal(ctx context.Context, tx *store.Tx) (seal, error) {
	var found []seal
	if err := tx.Select(ctx, &found, "select number, row_count, hash from record_seal order by number desc limit 1"); err != nil {
		return seal{}, fmt.Errorf("read the last seal: %w", err)
	}
	if len(found) == 0 {
		return seal{}, nil
	}
	return found[0], nil
}

// mark says of rows which seal covers them.
func mark(ctx context.Context, tx *store.Tx, number int64, rows []auditRow) error {
	for part := range slices.Chunk(rows, largestBatch) {
		ids := make([]int64, len(part))
		for i, row := range part {
			ids[i] = row.ID
		}
		if _, err := tx.Exec(ctx, "update record_audit set seal = ? where id in ?", number, ids); err != nil {
			return fmt.Errorf("mark what seal %d covers: %w", number, err)
		}
	}
	return nil
}

// chained is the hash of rows after that of the seal before.
func chained(before string, rows []auditRow) string {
	sum := sha256.New()
	sum.Write([]byte(before))
	for i := range rows {
		rows[i].addTo(sum)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// addTo writes a row as a JSON list, in which no two rows read alike.
func (row *auditRow) addTo(sum hash.Hash) {
	text, _ := json.Marshal([]any{ // texts and numbers are always JSON
		row.ID, row.Table, row.RecordID, row.At, row.UserID, row.LetBy, row.Reason, row.Action, row.Source, row.Release, row.whole(),
	})
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
	if err := tx.Select(ctx, &seals, "select number, row_count, hash from record_seal order by number"); err != nil {
		return nil, fmt.Errorf("read seals: %w", err)
	}
	var broken []BrokenSeal
	before := seal{}
	for _, s := range seals {
		why, err := s.check(ctx, tx, before)
		if err != nil {
			return nil, err
		}
		if why != "" {
			broken = append(broken, BrokenSeal{s.Number, why})
		}
		before = s
	}
	var unknown int64
	const text = "select count(*) from record_audit where seal > ?"
	if err := tx.Get(ctx, &unknown, text, before.Number); err != nil {
		return nil, fmt.Errorf("count rows of no seal: %w", err)
	}
	if unknown > 0 {
		broken = append(broken, BrokenSeal{before.Number + 1, fmt.Sprintf("the seal is missing that %d changes name", unknown)})
	}
	return broken, nil
}

// check says what is wrong with a seal; "" for nothing.
func (s seal) check(ctx context.Context, tx *store.Tx, before seal) (string, error) {
	if s.Number != before.Number+1 {
		return fmt.Sprintf("the seal before it is missing, the last is %d", before.Number), nil
	}
	var rows []auditRow
	const text = "select " + auditRowColumns + " from " + auditRows + " where a.seal = ? order by a.id"
	if err := tx.Select(ctx, &rows, text, s.Number); err != nil {
		return "", fmt.Errorf("read what seal %d covers: %w", s.Number, err)
	}
	switch {
	case int64(len(rows)) != s.Rows:
		return fmt.Sprintf("it covers %d changes, %d are there", s.Rows, len(rows)), nil
	case chained(before.Hash, rows) != s.Hash:
		return "the changes that it covers are not what they were", nil
	}
	return "", nil
}
