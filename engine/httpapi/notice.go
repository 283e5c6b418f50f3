package httpapi

import (
	"context"
	"encoding/json"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/notice"
	"github.com/wareloom/wareloom/engine/store"
)

// told is a notice in the words of its reader. Link names a screen, and a record
// of it behind a slash.
type told struct {
	ID   int64  `json:"id"`
	Text string `json:"text"`
	Link string `json:"link,omitempty"`
	File string `json:"file,omitempty"`
	At   any    `json:"at"`
	Read bool   `json:"read"`
}

// noticeList lists what one was told, the newest first; only the unread or the read,
// or those about records or files, where asked.
func (a *API) noticeList(q *request) (any, error) {
	var body struct {
		Before int64  `json:"before"`
		Show   string `json:"show"`
		About  string `json:"about"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	filter := notice.Filter{Show: body.Show, About: body.About}
	if !filter.Known() {
		return nil, wrong("show")
	}
	rows, more, unread := []told{}, false, int64(0)
	err := q.read(func(ctx context.Context, tx *store.Tx) (err error) {
		var list []notice.Notice
		if list, more, err = notice.List(ctx, tx, q.actor().UserID, body.Before, filter); err != nil {
			return err
		}
		for i := range list {
			rows = append(rows, q.told(&list[i]))
		}
		unread, err = notice.Unread(ctx, tx, q.actor().UserID)
		return err
	})
	return map[string]any{"rows": rows, "more": more, "unread": unread}, err
}

func (q *request) told(n *notice.Notice) told {
	params := fault.Params{}
	text := n.Key
	if json.Unmarshal([]byte(n.Params), &params) == nil {
		text = q.texts.Word(q.language, n.Key, params)
	}
	return told{ID: n.ID, Text: text, Link: n.Link, File: n.File, At: rfc3339(n.At), Read: n.ReadAt != nil}
}

// noticeRead marks one's notices as read; without ids all of them.
func (a *API) noticeRead(q *request) (any, error) {
	var body struct {
		IDs []int64 `json:"ids"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		return nil, a.Notices.Read(ctx, tx, q.actor().UserID, body.IDs)
	})
}
