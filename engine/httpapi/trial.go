package httpapi

import (
	"strconv"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// lookUnder has a call of an implementer answered as under the change set that its
// header names, though nothing of it is in force. Such a call only looks. The calls on
// change sets themselves take no notice of it.
func (q *request) lookUnder() error {
	named := q.header(headerChange)
	if named == "" || !q.signedIn() || !q.route.heedsChange() {
		return nil
	}
	if err := q.findRights(); err != nil {
		return err
	}
	if err := q.rights.Require(meta.RightDev); err != nil {
		return err
	}
	if q.route.changes() {
		return fault.New(fault.Conflict, "release.only_looks")
	}
	change, err := strconv.ParseInt(named, 10, 64)
	if err != nil {
		return fault.New(fault.NotFound, "release.no_change", "change", named)
	}
	if q.trial, err = q.api.Releases.Trial(q.ctx, change); err != nil {
		return unsound(err)
	}
	q.release = q.trial.Release
	q.texts = q.api.texts.Under(q.release)
	q.speak()
	return nil
}

// notBuilt words that the database lacks what a change set would build. Any other failure
// under it is one like everywhere.
func (q *request) notBuilt(err error) error {
	if _, told := fault.As(err); told || q.trial == nil || len(q.trial.Tables) == 0 || !store.IsMissing(err) {
		return err
	}
	return fault.New(fault.Conflict, "release.not_built", "tables", q.trial.Tables).Because(err)
}

// lost words that a table of another program cannot be read any more.
func (q *request) lost(err error) error {
	if err == nil {
		return nil
	}
	return q.api.Releases.Lost(q.ctx, q.release, err)
}
