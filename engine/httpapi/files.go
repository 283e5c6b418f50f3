package httpapi

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/files"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/store"
)

// linkLife is how long a link to a file is good.
const linkLife = 60 * time.Second

// upload keeps a file until a record holds its key.
func (a *API) upload(q *request) (any, error) {
	received, err := q.formFile()
	if err != nil {
		return nil, err
	}
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		return a.Files.Bring(ctx, tx, q.actor().UserID, received, q.unheldRoom())
	})
}

// link gives an address of a file that is good for a minute without headers, while
// the session that asked for it lives and may read the file. Of a sealed one it is given
// for a reason only, which the history of the record that holds it keeps.
func (a *API) link(q *request) (any, error) {
	var body struct {
		Reason string `json:"reason"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	f, err := a.findFile(q)
	if err == nil && f.Sealed {
		err = q.noteLook(f, body.Reason)
	}
	if err != nil {
		return nil, err
	}
	until, by := strconv.FormatInt(a.Now().Add(linkLife).Unix(), 10), q.session.Name()
	return map[string]any{"url": "/api/files/" + f.Key + "?until=" + until + "&by=" + by + "&seal=" + a.sealOf(f.Key, until, by)}, nil
}

// sealOf proves that this server gave a link.
func (a *API) sealOf(key, until, by string) string {
	mac := hmac.New(sha256.New, a.LinkKey)
	mac.Write([]byte(key + "\n" + until + "\n" + by))
	return hex.EncodeToString(mac.Sum(nil))
}

// linked reports whether the call comes by a link whose minute is not over.
func (a *API) linked(q *request) bool {
	until, err := strconv.ParseInt(q.QueryParam("until"), 10, 64)
	if err != nil || a.Now().Unix() > until {
		return false
	}
	seal := a.sealOf(q.Param("key"), q.QueryParam("until"), q.QueryParam("by"))
	return hmac.Equal([]byte(seal), []byte(q.QueryParam("seal")))
}

// enterByLink makes the call one of the session that asked for the link.
func (q *request) enterByLink() (err error) {
	if !q.api.linked(q) {
		return nil
	}
	if q.session, err = q.api.Auth.SessionNamed(q.ctx, q.QueryParam("by"), q.RealIP()); err != nil {
		return err
	}
	return inTurn(q.look, q.findRights)
}

// download sends a file.
func (a *API) download(q *request) (any, error) {
	if err := q.enterByLink(); err != nil {
		return nil, err
	}
	if !q.signedIn() {
		return nil, fault.New(fault.Unauthenticated, "msg.not_logged_in")
	}
	f, err := a.findFile(q)
	if err == nil && f.Sealed && !a.linked(q) {
		err = noReason()
	}
	return sentFile(f), err
}

// findFile finds a file that the caller may read: through a record that holds its
// key, or because he brought it, or had it made while he saw what he sees now. The
// Denied fault file.seen_otherwise when he saw something else then.
func (a *API) findFile(q *request) (f files.File, err error) {
	err = q.read(func(ctx context.Context, tx *store.Tx) error {
		f, err = q.readableFile(ctx, tx, q.Param("key"))
		return err
	})
	return f, err
}

func (q *request) readableFile(ctx context.Context, tx *store.Tx, key string) (files.File, error) {
	f, err := q.api.Files.Find(ctx, tx, key)
	own := f.CreatedBy == q.actor().UserID
	if err != nil || own && q.rights.StillSees(f.Sight) {
		return f, err
	}
	for _, held := range []func(context.Context, *store.Tx, string) (bool, error){q.attachedWithin, q.holdsFile, q.shownAtStation} {
		if yes, err := held(ctx, tx, f.Key); err != nil || yes {
			return f, err
		}
	}
	if own {
		return files.File{}, fault.New(fault.Denied, "file.seen_otherwise").With(map[string]string{"reason": "right"})
	}
	return files.File{}, fault.New(fault.NotFound, "file.unknown")
}

// sentFile is sent as an attachment that a browser never runs.
type sentFile files.File

func (s sentFile) answer(q *request) error {
	content, err := q.api.Files.Open(files.File(s))
	if err != nil {
		return q.api.refuse(q.Context, q.texts, err, q.language)
	}
	defer content.Close()
	h := q.Response().Header()
	h.Set(echo.HeaderContentType, s.MediaType)
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
	h.Set(echo.HeaderContentDisposition, mime.FormatMediaType("attachment", map[string]string{"filename": s.Name}))
	h.Set("Cache-Control", "private, no-store")
	if strings.HasPrefix(s.MediaType, "text/") {
		h.Set(echo.HeaderContentType, s.MediaType+"; charset=utf-8")
	}
	http.ServeContent(q.Response(), q.Request(), "", time.UnixMilli(s.CreatedAt), content)
	return nil
}

// shownAtStation reports whether a task of the caller shows the file.
func (q *request) shownAtStation(ctx context.Context, tx *store.Tx, key string) (bool, error) {
	return q.api.Stations.Shows(ctx, tx, q.actor().UserID, key)
}

// holdsFile reports whether a record that the caller may read holds the file.
func (q *request) holdsFile(ctx context.Context, tx *store.Tx, key string) (bool, error) {
	for _, table := range q.release.Tables {
		for _, f := range table.Fields {
			if !f.HoldsFile() || f.Virtual || q.rights.FieldRead(table, f).Never() || !q.rights.Can(table.Right(meta.Read)) {
				continue
			}
			rows, err := q.api.Query.Rows(ctx, tx, q.rights, table.Key, query.Where{Filter: query.Is(f.Key, query.Eq, key), Limit: 1})
			if err != nil || len(rows) > 0 {
				return len(rows) > 0, err
			}
		}
	}
	return false, nil
}
