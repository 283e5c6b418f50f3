package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
)

// byHand is the server that a person would write for these requests alone.
type byHand struct {
	reader, writer *sql.DB
	lastID         atomic.Int64

	session, list, total, get, product        *sql.Stmt
	brand, order, lines, consignor, warehouse *sql.Stmt
	call, audit, auditOrderRows               *sql.Stmt
}

// envelope is the form of every answer.
type envelope struct {
	Result     bool   `json:"result"`
	Msg        string `json:"msg"`
	Data       any    `json:"data"`
	StatusCode int    `json:"statusCode"`
}

type handler func(ctx context.Context, body []byte) (any, error)

func serveByHand(file, address string) error {
	h := &byHand{}
	if err := h.open(file); err != nil {
		return err
	}
	h.lastID.Store(time.Now().UnixMilli() << 10)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /readyz", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("POST /api/auth/login", h.login)
	for path, serve := range map[string]handler{
		"data/stock_move/query": h.listMoves, "data/stock_move/get": h.getMove,
		"data/brand/save": h.saveBrand, "data/sale_order/save": h.saveOrder,
	} {
		mux.HandleFunc("POST /api/"+path, h.signedIn(serve))
	}
	server := &http.Server{Addr: address, Handler: mux, ReadHeaderTimeout: time.Minute}
	return server.ListenAndServe()
}

func (h *byHand) open(file string) (err error) {
	if h.reader, err = sql.Open("sqlite", "file:"+file+pragmas); err != nil {
		return err
	}
	if h.writer, err = sql.Open("sqlite", "file:"+file+pragmas); err != nil {
		return err
	}
	h.writer.SetMaxOpenConns(1)
	h.reader.SetMaxIdleConns(8)
	for _, one := range []struct {
		db   *sql.DB
		into **sql.Stmt
		text string
	}{
		{h.reader, &h.session, "select guid, sign_key from bench_session where token_hash = ?"},
		{h.reader, &h.list, listSQL},
		{h.reader, &h.total, totalSQL},
		{h.reader, &h.get, getSQL},
		{h.writer, &h.brand, brandSQL},
		{h.writer, &h.order, orderSQL},
		{h.writer, &h.lines, linesSQL},
		{h.writer, &h.consignor, "select id, name from consignor where code = ?"},
		{h.writer, &h.warehouse, "select id, name from warehouse where code = ?"},
		{h.writer, &h.call, callSQL},
		{h.writer, &h.audit, auditSQL + auditRow},
		{h.writer, &h.auditOrderRows, orderAuditSQL},
		{h.writer, &h.product, "select sku, name from product where id = ? and consignor_id = ?"},
	} {
		if *one.into, err = one.db.Prepare(one.text); err != nil {
			return fmt.Errorf("prepare %s: %w", one.text, err)
		}
	}
	return nil
}

func (h *byHand) login(w http.ResponseWriter, r *http.Request) {
	token, key := auth.NewID(), make([]byte, 32)
	_, err := rand.Read(key)
	if err == nil {
		_, err = h.writer.ExecContext(r.Context(), "insert into bench_session values (?, ?, ?)", sum(token), r.Header.Get("guid"), key)
	}
	answer(w, map[string]string{"accessToken": token, "signKey": hex.EncodeToString(key)}, err)
}

// signedIn lets a request in whose signature holds under its session's key.
func (h *byHand) signedIn(serve handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err == nil {
			err = h.check(r, body)
		}
		var data any
		if err == nil {
			data, err = serve(context.WithValue(r.Context(), nonceKey{}, r.Header.Get("nonce")), body)
		}
		answer(w, data, err)
	}
}

func (h *byHand) check(r *http.Request, body []byte) error {
	head := r.Header.Get
	var guid string
	var key []byte
	if err := h.session.QueryRowContext(r.Context(), sum(head("accessToken"))).Scan(&guid, &key); err != nil {
		return err
	}
	sent, err := strconv.ParseInt(head("timestamp"), 10, 64)
	if err != nil {
		return err
	}
	signed := auth.Signed{
		Method: r.Method, Path: r.URL.Path, Query: r.URL.RawQuery, Timestamp: head("timestamp"), Nonce: head("nonce"),
		Guid: guid, UserType: auth.BackOffice, AccessToken: head("accessToken"), IdempotencyKey: head("Idempotency-Key"), Body: body,
	}
	holds := subtle.ConstantTimeCompare([]byte(signed.Sign2(key)), []byte(head("signature"))) == 1
	if !holds || guid != head("guid") || time.Since(time.UnixMilli(sent)).Abs() > 5*time.Minute {
		return fmt.Errorf("the signature of %s does not hold", r.URL.Path)
	}
	return nil
}

func answer(w http.ResponseWriter, data any, err error) {
	out := envelope{Result: true, Data: data, StatusCode: http.StatusOK}
	if err != nil {
		out = envelope{Msg: err.Error(), StatusCode: http.StatusUnprocessableEntity}
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(out)
}

func sum(text string) string {
	all := sha256.Sum256([]byte(text))
	return hex.EncodeToString(all[:])
}
