package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
)

// byHand is the server that a good engineer would write for these requests alone:
// sessions in memory, prepared statements, labels after the page, answers appended.
type byHand struct {
	database
	sessions sync.Map // of *session by the hash of the token
	lastID   atomic.Int64
}

type session struct {
	guid string
	key  []byte
	user person
}

// person is who is signed in.
type person struct {
	id    int64
	label string
}

// call is a request whose signature holds.
type call struct {
	nonce, key string
	body       []byte
	by         person
}

// handler appends the data of the answer.
type handler func(ctx context.Context, c *call, dst []byte) ([]byte, error)

func serveByHand(dsn, address string) error {
	db, err := openByHand(dsn)
	if err != nil {
		return err
	}
	h := &byHand{database: db}
	h.lastID.Store(time.Now().UnixMilli() << 10)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /readyz", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("POST /api/auth/login", h.login)
	for path, serve := range map[string]handler{
		"data/stock_move/query": h.listMoves, "data/stock_move/get": h.getMove, "data/quant/query": h.listStock,
		"data/brand/save": h.saveBrand, "data/sale_order/save": h.saveOrder,
	} {
		mux.HandleFunc("POST /api/"+path, h.signedIn(serve))
	}
	server := &http.Server{Addr: address, Handler: mux, ReadHeaderTimeout: time.Minute}
	return server.ListenAndServe()
}

func (h *byHand) login(w http.ResponseWriter, r *http.Request) {
	var asked struct{ Account string }
	var user person
	err := json.NewDecoder(r.Body).Decode(&asked)
	if err == nil {
		err = h.read(r.Context(), question{statement{`select id, true_name from "user" where account = ?`, []any{asked.Account}}, func(scan func(...any) error) error {
			return scan(&user.id, &user.label)
		}})
	}
	token, key := auth.NewID(), make([]byte, 32)
	_, _ = rand.Read(key) // never fails
	h.sessions.Store(sha256.Sum256([]byte(token)), &session{guid: r.Header.Get("guid"), key: key, user: user})
	answer(w, fmt.Appendf(nil, `{"accessToken":%q,"signKey":%q}`, token, hex.EncodeToString(key)), err)
}

// signedIn lets a request in whose signature holds under its session's key.
func (h *byHand) signedIn(serve handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c := &call{nonce: r.Header.Get("nonce"), key: r.Header.Get("Idempotency-Key")}
		var err error
		if c.body, err = io.ReadAll(r.Body); err == nil {
			c.by, err = h.check(r, c.body)
		}
		var data []byte
		if err == nil {
			data, err = serve(r.Context(), c, nil)
		}
		answer(w, data, err)
	}
}

// check says who sent a request, whose signature must hold.
func (h *byHand) check(r *http.Request, body []byte) (person, error) {
	head := r.Header.Get
	kept, ok := h.sessions.Load(sha256.Sum256([]byte(head("accessToken"))))
	if !ok {
		return person{}, fmt.Errorf("nobody is signed in for %s", r.URL.Path)
	}
	s, _ := kept.(*session)
	sent, err := strconv.ParseInt(head("timestamp"), 10, 64)
	if err != nil {
		return person{}, err
	}
	signed := auth.Signed{
		Method: r.Method, Path: r.URL.Path, Query: r.URL.RawQuery, Timestamp: head("timestamp"), Nonce: head("nonce"),
		Guid: s.guid, UserType: auth.BackOffice, AccessToken: head("accessToken"), IdempotencyKey: head("Idempotency-Key"), Body: body,
	}
	holds := subtle.ConstantTimeCompare([]byte(signed.Sign2(s.key)), []byte(head("signature"))) == 1
	if !holds || s.guid != head("guid") || time.Since(time.UnixMilli(sent)).Abs() > 5*time.Minute {
		return person{}, fmt.Errorf("the signature of %s does not hold", r.URL.Path)
	}
	return s.user, nil
}

// answer writes the envelope around data.
func answer(w http.ResponseWriter, data []byte, err error) {
	w.Header().Set("Content-Type", "application/json")
	if err != nil {
		_ = json.NewEncoder(w).Encode(m{"result": false, "msg": err.Error(), "data": nil, "statusCode": http.StatusUnprocessableEntity})
		return
	}
	out := append(make([]byte, 0, len(data)+64), `{"result":true,"msg":"","data":`...)
	_, _ = w.Write(append(append(out, data...), `,"statusCode":200}`...))
}

func sum(text []byte) string {
	all := sha256.Sum256(text)
	return hex.EncodeToString(all[:])
}
