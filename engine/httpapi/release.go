package httpapi

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/release"
)

// listedRelease is a release as an implementer sees it.
type listedRelease struct {
	release.Release
	At      any  `json:"at"`
	InForce bool `json:"inForce"`
}

// releaseList tells of the newest releases.
func (a *API) releaseList(q *request) (any, error) {
	found, err := a.Releases.List(q.ctx)
	return q.listed(found), err
}

func (q *request) listed(found []release.Release) []listedRelease {
	rows := make([]listedRelease, len(found))
	for i, r := range found {
		rows[i] = listedRelease{Release: r, At: rfc3339(r.At), InForce: r.Number == q.release.Number}
	}
	return rows
}

// releaseExport gives the site's files of a release, packed.
func (a *API) releaseExport(q *request) (any, error) {
	number, err := strconv.ParseInt("0"+q.QueryParam("release"), 10, 64)
	if err != nil {
		return nil, fault.New(fault.NotFound, "release.unknown", "release", q.QueryParam("release"))
	}
	files, err := a.Releases.Export(q.ctx, number)
	if err != nil {
		return nil, err
	}
	content, err := files.Zip()
	return packedSite(content), err
}

// packedSite is sent as a file.
type packedSite []byte

func (p packedSite) answer(q *request) error {
	q.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="site.zip"`)
	return q.Blob(http.StatusOK, "application/zip", p)
}

// releaseImport makes a change set of the site's files that came packed; with dryRun it
// tells what is wrong with them, and what publishing them would change in the tables.
func (a *API) releaseImport(q *request) (any, error) {
	files, err := q.givenSite()
	if err != nil {
		return nil, err
	}
	if dry := q.field("dryRun"); dry == "true" || dry == "1" {
		return q.foresee(files)
	}
	title := q.field("title")
	if title == "" {
		return nil, missing("title")
	}
	wrong, err := a.Releases.Check(files)
	if err != nil {
		return nil, err
	}
	id, err := a.Releases.ImportChange(q.ctx, files, title, q.person().Account)
	return map[string]any{"change": id, "problems": q.problems(wrong)}, err
}

// givenSite are the files that came packed.
func (q *request) givenSite() (release.Folder, error) {
	given, err := q.givenFile()
	if err != nil {
		return nil, err
	}
	content, err := given.read(q)
	if err != nil {
		return nil, err
	}
	return release.Unzip(content)
}

// releaseRollback publishes what the site said under an older release.
func (a *API) releaseRollback(q *request) (any, error) {
	var body struct {
		To      int64    `json:"to"`
		Note    string   `json:"note"`
		Expect  int64    `json:"expect"`
		Consent []string `json:"consent"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	number, err := a.Releases.Rollback(q.ctx, body.To, q.publisher(body.Note, body.Expect, body.Consent))
	return map[string]any{"release": number}, unsound(err)
}

// publisher is the caller as he stands in the list of releases.
func (q *request) publisher(note string, expect int64, consent []string) release.By {
	return release.By{Author: q.person().Account, Note: note, Expect: expect, MayGrant: q.rights.MayGrant, Consent: append([]string{}, consent...)}
}

// unsound words what is wrong with metadata as errors at its places.
func unsound(err error) error {
	var problems meta.Problems
	if !errors.As(err, &problems) {
		return err
	}
	faults := make([]*fault.Fault, len(problems))
	for i, p := range problems {
		one := fault.New(fault.Invalid, p.Key).On(fmt.Sprintf("%s:%d:%d %s", p.File, p.Line, p.Column, p.Path))
		one.Params = p.Params
		faults[i] = one
	}
	return fault.Join(faults)
}
