package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/wareloom/wareloom/engine/store"
)

// handler answers one kind of call by hand.
type handler func(ctx context.Context, tx *store.Tx, body []byte) (any, error)

type byHand struct{ db *store.DB }

// handwritten serves the measured calls until the process is stopped.
func handwritten(ctx context.Context, dsn string) error {
	db, err := store.Open(ctx, dsn, store.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	h := byHand{db}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /readyz", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("POST /api/data/stock_move/query", h.reads(listMoves))
	mux.HandleFunc("POST /api/data/position/get", h.reads(getPosition))
	mux.HandleFunc("POST /api/data/brand/save", h.writes(saveBrand, true))
	mux.HandleFunc("POST /api/data/brand/save/bare", h.writes(saveBrand, false))
	mux.HandleFunc("POST /api/data/asn/save", h.writes(saveNotice, true))
	mux.HandleFunc("POST /api/data/asn/save/bare", h.writes(saveNotice, false))
	return http.ListenAndServe(theirs, mux)
}

func (h byHand) reads(do handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var data any
		if err == nil {
			err = h.db.Read(r.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
				if _, err = check(ctx, tx, r, body); err == nil {
					data, err = do(ctx, tx, body)
				}
				return err
			})
		}
		answer(w, data, err)
	}
}

// writes runs a write in a transaction; noted ones leave the row that makes a call
// happen once, with its answer, and an audit row.
func (h byHand) writes(do handler, noted bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var data any
		if err == nil {
			err = h.db.Write(r.Context(), func(ctx context.Context, tx *store.Tx) error {
				user, err := check(ctx, tx, r, body)
				if err != nil {
					return err
				}
				if data, err = do(ctx, tx, body); err != nil || !noted {
					return err
				}
				return note(ctx, tx, r, user, body, data)
			})
		}
		answer(w, data, err)
	}
}

// check finds the session and computes the signature.
func check(ctx context.Context, tx *store.Tx, r *http.Request, body []byte) (user int64, err error) {
	hash := sha256.Sum256([]byte(r.Header.Get("accessToken")))
	var key []byte
	err = tx.QueryRow(ctx, `select u.id, s.sign_key from auth_session s join "user" u on u.id = s.user_id
		where s.token_hash = ? and s.expires_at > ? and u.enabled = 1`, hex.EncodeToString(hash[:]), time.Now().UnixMilli()).Scan(&user, &key)
	if err != nil {
		return 0, fmt.Errorf("find session: %w", err)
	}
	digest := sha256.Sum256(body)
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s\n%s\n%s\n%s\n%x", r.Method, r.URL.Path, r.Header.Get("timestamp"), r.Header.Get("nonce"), digest)
	if hmac.Equal(mac.Sum(nil), []byte(r.Header.Get("signature"))) {
		return 0, errors.New("the key is sealed: nobody can sign with it")
	}
	return user, nil
}

func note(ctx context.Context, tx *store.Tx, r *http.Request, user int64, body []byte, data any) error {
	text, err := json.Marshal(data)
	if err != nil {
		return err
	}
	id, err := tx.NextIDs(ctx, 2)
	if err != nil {
		return err
	}
	now, digest := time.Now().UnixMilli(), sha256.Sum256(body)
	if _, err := tx.Exec(ctx, "insert into record_audit (id, table_key, record_id, action, changes, user_id, reason, source, release_number, at) values (?, ?, ?, 'create', ?, ?, '', 'bench', 1, ?)",
		id, r.URL.Path, id, string(body), user, now); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "insert into auth_call (id, user_id, part, nonce, call_key, digest, answer, created_at) values (?, ?, 'bench', ?, ?, ?, ?, ?)",
		id+1, user, r.Header.Get("nonce"), r.Header.Get("Idempotency-Key"), hex.EncodeToString(digest[:]), text, now)
	return err
}

func answer(w http.ResponseWriter, data any, err error) {
	w.Header().Set("Content-Type", "application/json")
	envelope := map[string]any{"result": err == nil, "msg": "", "data": data, "statusCode": http.StatusOK}
	if err != nil {
		envelope["msg"], envelope["statusCode"] = err.Error(), http.StatusUnprocessableEntity
	}
	_ = json.NewEncoder(w).Encode(envelope)
}

// move is a ledger row of the list, with the labels of what it refers to.
type move struct {
	ID            int64  `db:"id" json:"id"`
	Version       int64  `db:"version" json:"version"`
	At            int64  `db:"at" json:"at"`
	Code          string `db:"code" json:"code"`
	ProductID     int64  `db:"product_id" json:"product_id"`
	ProductLabel  string `db:"product_label" json:"product_id__label"`
	PositionID    int64  `db:"position_id" json:"position_id"`
	PositionLabel string `db:"position_label" json:"position_id__label"`
	Qty           int64  `db:"qty" json:"qty"`
	Quality       string `db:"quality" json:"quality"`
}

func listMoves(ctx context.Context, tx *store.Tx, body []byte) (any, error) {
	var ask struct {
		Filter struct {
			And []struct{ Value any } `json:"and"`
		} `json:"filter"`
		Size int `json:"size"`
	}
	if err := json.Unmarshal(body, &ask); err != nil {
		return nil, err
	}
	product, code := int64(ask.Filter.And[0].Value.(float64)), ask.Filter.And[1].Value
	var owner int64
	if err := tx.Get(ctx, &owner, "select id from consignor where code = 'ACME'"); err != nil {
		return nil, err
	}
	const where = "m.product_id = ? and m.code = ? and m.consignor_id = ?"
	var total int
	if err := tx.Get(ctx, &total, "select count(*) from (select 1 from stock_move m where "+where+" limit 10001)", product, code, owner); err != nil {
		return nil, err
	}
	var rows []move
	err := tx.Select(ctx, &rows, `select m.id, m.version, m.at, m.code, m.product_id, p.sku || ' ' || p.name as product_label, m.position_id,
		l.code as position_label, m.qty, m.quality from stock_move m join product p on p.id = m.product_id join position l on l.id = m.position_id
		where `+where+" order by m.id desc limit ?", product, code, owner, ask.Size)
	return m{"rows": rows, "total": total}, err
}

func getPosition(ctx context.Context, tx *store.Tx, body []byte) (any, error) {
	var ask struct {
		ID int64 `json:"id"`
	}
	if err := json.Unmarshal(body, &ask); err != nil {
		return nil, err
	}
	rows, err := tx.Query(ctx, `select p.*, w.code || ' ' || w.name as warehouse_id__label, a.code || ' ' || a.name as storage_area_id__label
		from position p join warehouse w on w.id = p.warehouse_id join storage_area a on a.id = p.storage_area_id where p.id = ?`, ask.ID)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	if !rows.Next() {
		return nil, sql.ErrNoRows
	}
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	values, targets := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		targets[i] = &values[i]
	}
	if err := rows.Scan(targets...); err != nil {
		return nil, err
	}
	record := m{}
	for i, column := range columns {
		record[column] = values[i]
	}
	return record, rows.Err()
}

func saveBrand(ctx context.Context, tx *store.Tx, body []byte) (any, error) {
	var brand struct {
		Code    string `json:"code"`
		Name    string `json:"name"`
		Enabled bool   `json:"enabled"`
	}
	if err := json.Unmarshal(body, &brand); err != nil {
		return nil, err
	}
	if brand.Code == "" || brand.Name == "" || len(brand.Code) > 32 {
		return nil, errors.New("code and name are required")
	}
	id, err := tx.NextIDs(ctx, 1)
	if err != nil {
		return nil, err
	}
	now := time.Now().UnixMilli()
	_, err = tx.Exec(ctx, "insert into brand (id, version, code, code__fold, name, name__fold, enabled, created_at, updated_at) values (?, 1, ?, ?, ?, ?, ?, ?, ?)",
		id, brand.Code, strings.ToLower(brand.Code), brand.Name, strings.ToLower(brand.Name), brand.Enabled, now, now)
	return m{"id": id, "version": 1, "code": brand.Code, "name": brand.Name, "enabled": brand.Enabled}, err
}
