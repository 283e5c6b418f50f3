package httpapi

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/wareloom/wareloom/engine/meta"
)

// route is one call of the contract. What it asks of the caller is declared with
// it; a route that declares nothing stops the start.
type route struct {
	method, path string
	asks         asks
	handle       func(*request) (any, error)
	writes       bool          // must be signed, and happens once
	claims       bool          // and all of it in the transaction that says so
	upload       bool          // takes a form with a file
	plain        bool          // answers without an envelope
	lasting      bool          // changes something too, though asking again changes no more
	previewed    bool          // open to who looks as a role, though it writes
	under        bool          // is answered as under a change set, though it is for implementers
	guarded      bool          // rights, secrets, bulk export: version 1 is not enough
	timeout      time.Duration // default callTimeout
}

// changes reports whether the call leaves something behind.
func (r *route) changes() bool { return r.writes || r.lasting }

// heedsChange reports whether the call takes notice of a change set that its header
// names, if only to refuse what changes something. Those on change sets name theirs in
// the body.
func (r *route) heedsChange() bool { return r.under || r.asks.right != meta.RightDev }

// How long a call may take. A client waits 120 s for one, and 1,200 s for a long one,
// which the server does not cut before.
const (
	callTimeout = 115 * time.Second
	longTimeout = 1205 * time.Second
)

// door says who is let in.
type door int

const (
	undeclared door = iota
	anybody         // with or without a session
	knownOnes       // with a session
	backOffice      // with a session of a user type that no owner bounds
)

// asks is what a route asks of the caller.
type asks struct {
	door  door
	table bool   // names a table in its path
	verb  string // right "<table>.<verb>"
	right string // a right by its whole name
	why   string // where no right is named: what bounds the caller instead
}

func open(why string) asks             { return asks{door: anybody, why: why} }
func signedIn(why string) asks         { return asks{door: knownOnes, why: why} }
func onTable(verb string) asks         { return asks{door: knownOnes, table: true, verb: verb} }
func onTableLater(why string) asks     { return asks{door: knownOnes, table: true, why: why} }
func signedInWith(right string) asks   { return asks{door: knownOnes, right: right} }
func backOfficeWith(right string) asks { return asks{door: backOffice, right: right} }

// declared reports whether somebody thought about the route's right.
func (k asks) declared() bool {
	return k.door != undeclared && (k.verb != "" || k.right != "" || k.why != "")
}

// dataRoutes are the calls on the records of a table.
func (a *API) dataRoutes() []route {
	const post = http.MethodPost
	return []route{
		{method: post, path: "/api/data/:table/query", asks: onTableLater("read, or lookup for labels only"), handle: a.query},
		{method: post, path: "/api/data/:table/get", asks: onTable("read"), handle: a.get},
		{method: post, path: "/api/data/:table/aggregate", asks: onTable("read"), handle: a.aggregate},
		{method: post, path: "/api/data/:table/history", asks: onTable("history"), handle: a.history},
		{method: post, path: "/api/data/:table/earlier", asks: onTable("history"), handle: a.earlier},
		{method: post, path: "/api/data/:table/save", asks: onTableLater("create or update, by the body"), handle: a.save, writes: true, claims: true},
		{method: post, path: "/api/data/:table/brings", asks: onTableLater("create or update; the chosen record by the rights of its table"), handle: a.brings},
		{method: post, path: "/api/data/:table/params", asks: onTableLater("the action's own, by the body; the record by its rows"), handle: a.params},
		{method: post, path: "/api/data/:table/delete", asks: onTable("delete"), handle: a.delete, writes: true, claims: true},
		{method: post, path: "/api/data/:table/restore", asks: onTable("delete"), handle: a.restore, writes: true, claims: true},
		{method: post, path: "/api/data/:table/upsert", asks: onTableLater("create or update, by the row"), handle: a.upsert, writes: true, claims: true},
		{method: post, path: "/api/data/:table/act", asks: onTableLater("the action's own, by the body"), handle: a.act, writes: true, timeout: longTimeout},
		{method: post, path: "/api/data/:table/export", asks: onTableLater("export, or the right of the template that is named"), handle: a.export, writes: true, guarded: true},
		{method: post, path: "/api/data/:table/attachments", asks: onTable("read"), handle: a.attachments},
		{method: post, path: "/api/data/:table/attach", asks: onTable("update"), handle: a.attach, writes: true},
		{method: post, path: "/api/data/:table/detach", asks: onTable("update"), handle: a.detach, writes: true},
	}
}

// routes is the contract, call by call.
func (a *API) routes() []route {
	const get, post = http.MethodGet, http.MethodPost
	return slices.Concat(a.personRoutes(), a.keyRoutes(), a.dataRoutes(), a.releaseRoutes(), []route{
		{method: post, path: "/api/sys/basicInfo/getInfo", asks: open("the system's name"), handle: a.getInfo},
		{method: get, path: "/api/auth/getToken", asks: open("a device asks before it signs"), handle: a.getToken},
		{method: post, path: pathLogin, asks: open("proves itself by password"), handle: a.login},
		{method: post, path: "/api/auth/setup", asks: open("proves itself by the set-up token"), handle: a.setUp},
		{method: post, path: "/api/auth/register", asks: open("refused until an administrator makes accounts"), handle: a.register},
		{method: post, path: "/api/auth/forgetPwd", asks: open("tells nothing"), handle: a.forgetPassword},
		{method: post, path: "/api/auth/resetPwd", asks: open("proves itself by the reset token"), handle: a.resetPassword},
		{method: post, path: "/api/auth/logout", asks: signedIn("one's own session"), handle: a.logout},
		{method: post, path: "/api/auth/me", asks: signedIn("oneself"), handle: a.me},
		{method: post, path: "/api/auth/changePassword", asks: signedIn("one's own password"), handle: a.changePassword, writes: true, guarded: true},
		{method: post, path: "/api/auth/hasSaasAuth", asks: signedIn("names of modules"), handle: a.hasSaasAuth},
		{method: post, path: "/api/common/loadDropDown", asks: open("public ones only without a session, rows by rights with one"), handle: a.loadDropDown},
		{method: get, path: "/api/i18n/:file", asks: open("texts of the product"), handle: a.i18n, plain: true},
		{method: get, path: "/api/openapi.json", asks: open("the calls that one may make"), handle: a.describe, plain: true},

		{method: post, path: "/api/meta/app", asks: signedIn("menus are those granted"), handle: a.app},
		{method: post, path: "/api/meta/screen", asks: signedIn("compiled for the rights held"), handle: a.screen},

		{method: post, path: "/api/preview/start", asks: backOfficeWith(rightPreview), handle: a.previewStart, writes: true, guarded: true},
		{method: post, path: "/api/preview/end", asks: signedIn("one's own session"), handle: a.previewEnd, writes: true, previewed: true},
		{method: post, path: "/api/rights/grantable", asks: backOfficeWith("role.read"), handle: a.grantable},

		{method: post, path: "/api/code", asks: signedIn("records that one may see"), handle: a.code},

		{method: post, path: "/api/bin/list", asks: signedIn("tables that one may read and delete"), handle: a.binList},

		{method: post, path: "/api/schedule/list", asks: backOfficeWith(meta.RightSchedules), handle: a.scheduleList},
		{method: post, path: "/api/schedule/run", asks: backOfficeWith(meta.RightScheduling), handle: a.onSchedule(runSchedule), writes: true},
		{method: post, path: "/api/schedule/pause", asks: backOfficeWith(meta.RightScheduling), handle: a.onSchedule(pauseSchedule), writes: true},
		{method: post, path: "/api/schedule/resume", asks: backOfficeWith(meta.RightScheduling), handle: a.onSchedule(resumeSchedule), writes: true},

		{method: post, path: "/api/cutover/check", asks: backOfficeWith(meta.RightCutover), handle: a.cutoverCheck, timeout: longTimeout},
		{method: get, path: "/api/cutover/templates", asks: backOfficeWith(meta.RightCutover), handle: a.cutoverTemplates, plain: true},

		{method: post, path: "/api/log/list", asks: backOfficeWith(meta.RightLog), handle: a.logList},

		{method: get, path: "/api/import/:mapping/template", asks: signedIn("the mapping's table says which"), handle: a.template, plain: true},
		{method: post, path: "/api/import/:mapping/preview", asks: signedIn("the mapping's table says which"), handle: a.previewFile, writes: true, upload: true, timeout: longTimeout},
		{method: post, path: "/api/export/:template/sample", asks: signedIn("the template's right, or dev; rows and columns by rights"), handle: a.exportSample},
		{method: post, path: "/api/device/code", asks: backOfficeWith(meta.RightDevices), handle: a.deviceCode, writes: true, guarded: true},
		{method: post, path: "/api/device/enrol", asks: open("proves itself by a one-time code"), handle: a.deviceEnrol},
		{method: post, path: "/api/device/list", asks: backOfficeWith(meta.RightDevices), handle: a.deviceList},
		{method: post, path: "/api/device/revoke", asks: backOfficeWith(meta.RightDevices), handle: a.deviceRevoke, writes: true, guarded: true},

		{method: post, path: "/api/import/:mapping", asks: signedIn("the mapping's table says which"), handle: a.importFile, writes: true, upload: true, timeout: longTimeout},
		{method: post, path: "/api/job/list", asks: signedIn("one's own jobs"), handle: a.jobList},
		{method: post, path: "/api/job/:id/get", asks: signedIn("one's own jobs"), handle: a.jobGet},
		{method: post, path: "/api/job/:id/cancel", asks: signedIn("one's own jobs"), handle: a.jobCancel, writes: true},

		{method: post, path: "/api/files/upload", asks: signedIn("nobody sees it before a record holds it"), handle: a.upload, writes: true, upload: true, timeout: longTimeout},
		{method: get, path: "/api/files/:key", asks: open("the record's rights, or a link of one minute"), handle: a.download, plain: true, timeout: longTimeout},
		{method: post, path: "/api/files/:key/link", asks: signedIn("the record's rights"), handle: a.link},
		{method: get, path: "/api/live", asks: signedIn("events by rights"), handle: a.live, plain: true, timeout: -1},

		{method: post, path: "/api/view/list", asks: signedIn("one's own views and those of one's roles"), handle: a.viewList},
		{method: post, path: "/api/view/save", asks: signedIn("one's own views; role.update to share one"), handle: a.viewSave, writes: true},
		{method: post, path: "/api/view/delete", asks: signedIn("one's own views; role.update for shared ones"), handle: a.viewDelete, writes: true},

		{method: post, path: "/api/settings/get", asks: signedIn("public ones, all with setting.update"), handle: a.settingsGet},
		{method: post, path: "/api/settings/save", asks: backOfficeWith("setting.update"), handle: a.settingsSave, writes: true, guarded: true},

		{method: post, path: "/api/station/:key/start", asks: signedIn("the station's right"), handle: a.stationStart, writes: true, claims: true},
		{method: post, path: "/api/station/:key/input", asks: signedIn("the station's right and one's own session"), handle: a.stationInput, writes: true},
		{method: post, path: "/api/station/:key/resume", asks: signedIn("the station's right and one's own session, another's with its override"), handle: a.stationResume, lasting: true},
		{method: post, path: "/api/station/:key/done", asks: signedIn("the station's right; one's own work"), handle: a.stationDone},
		{method: post, path: "/api/station/:key/sessions", asks: signedIn("one's own sessions, others' with the station's override"), handle: a.stationSessions},

		{method: post, path: "/api/x/:plugin/:name", asks: signedIn("the endpoint's right"), handle: a.endpoint, writes: true},
	})
}

// keyRoutes are the calls on what lets others in: keys of other systems, and the persons
// of an owner.
func (a *API) keyRoutes() []route {
	const post = http.MethodPost
	return []route{
		{method: post, path: "/api/key/list", asks: backOfficeWith(meta.RightKeys), handle: a.keyList},
		{method: post, path: "/api/key/create", asks: backOfficeWith(meta.RightKeys), handle: a.keyCreate, writes: true, guarded: true},
		{method: post, path: "/api/key/rotate", asks: backOfficeWith(meta.RightKeys), handle: a.keyRotate, writes: true, guarded: true},
		{method: post, path: "/api/key/revoke", asks: backOfficeWith(meta.RightKeys), handle: a.keyRevoke, writes: true, guarded: true},
		{method: post, path: "/api/own_key/list", asks: signedInWith(meta.RightOwnKeys), handle: a.ownKeyList},
		{method: post, path: "/api/own_key/create", asks: signedInWith(meta.RightOwnKeys), handle: a.ownKeyCreate, writes: true, guarded: true},
		{method: post, path: "/api/own_key/rotate", asks: signedInWith(meta.RightOwnKeys), handle: a.ownKeyRotate, writes: true, guarded: true},
		{method: post, path: "/api/own_key/revoke", asks: signedInWith(meta.RightOwnKeys), handle: a.keyRevoke, writes: true, guarded: true},
		{method: post, path: "/api/people/list", asks: signedInWith(meta.RightPeople), handle: a.peopleList},
		{method: post, path: "/api/people/save", asks: signedInWith(meta.RightPeople), handle: a.peopleSave, writes: true, guarded: true},
		{method: post, path: "/api/people/code", asks: signedInWith(meta.RightPeople), handle: a.peopleCode, writes: true, guarded: true},
	}
}

// releaseRoutes are what implementers change the product by.
func (a *API) releaseRoutes() []route {
	const get, post = http.MethodGet, http.MethodPost
	return []route{
		{method: post, path: "/api/meta/changes/open", asks: backOfficeWith(meta.RightDev), handle: a.changeOpen, writes: true, guarded: true},
		{method: post, path: "/api/meta/changes/list", asks: backOfficeWith(meta.RightDev), handle: a.changeList},
		{method: post, path: "/api/meta/changes/drop", asks: backOfficeWith(meta.RightDev), handle: a.changeDrop, writes: true, guarded: true},
		{method: post, path: "/api/meta/changes/conflicts", asks: backOfficeWith(meta.RightDev), handle: a.changeConflicts},
		{method: post, path: "/api/meta/changes/decide", asks: backOfficeWith(meta.RightDev), handle: a.changeDecide, writes: true, guarded: true},
		{method: post, path: "/api/meta/:kind/list", asks: backOfficeWith(meta.RightDev), handle: a.objectList},
		{method: post, path: "/api/meta/:kind/get", asks: backOfficeWith(meta.RightDev), handle: a.objectGet},
		{method: post, path: "/api/meta/:kind/draft", asks: backOfficeWith(meta.RightDev), handle: a.objectDraft, writes: true, guarded: true},
		{method: post, path: "/api/meta/:kind/check", asks: backOfficeWith(meta.RightDev), handle: a.objectCheck},
		{method: post, path: "/api/meta/:kind/diff", asks: backOfficeWith(meta.RightDev), handle: a.objectDiff},
		{method: post, path: "/api/meta/:kind/history", asks: backOfficeWith(meta.RightDev), handle: a.objectHistory},
		{method: post, path: "/api/meta/offers", asks: backOfficeWith(meta.RightDev), handle: a.metaOffers},
		{method: post, path: "/api/meta/used", asks: backOfficeWith(meta.RightDev), handle: a.objectUsed},
		{method: post, path: "/api/meta/adoptable", asks: backOfficeWith(meta.RightDev), handle: a.adoptableList},
		{method: post, path: "/api/meta/flow", asks: backOfficeWith(meta.RightDev), handle: a.stationFlow, under: true},
		{method: post, path: "/api/meta/play", asks: backOfficeWith(meta.RightDev), handle: a.stationPlay, under: true},
		{method: post, path: "/api/meta/tests", asks: backOfficeWith(meta.RightDev), handle: a.testsRun},
		{method: post, path: "/api/meta/expression/names", asks: backOfficeWith(meta.RightDev), handle: a.expressionNames},
		{method: post, path: "/api/meta/expression/try", asks: backOfficeWith(meta.RightDev), handle: a.expressionTry},
		{method: post, path: "/api/release/preview", asks: backOfficeWith(meta.RightDev), handle: a.releasePreview},
		{method: post, path: "/api/release/publish", asks: backOfficeWith(meta.RightDev), handle: a.releasePublish, writes: true, guarded: true, timeout: longTimeout},
		{method: post, path: "/api/release/list", asks: backOfficeWith(meta.RightDev), handle: a.releaseList},
		{method: get, path: "/api/release/export", asks: backOfficeWith(meta.RightDev), handle: a.releaseExport, plain: true, guarded: true},
		{method: post, path: "/api/release/import", asks: backOfficeWith(meta.RightDev), handle: a.releaseImport, writes: true, guarded: true, upload: true, timeout: longTimeout},
		{method: post, path: "/api/release/columns/list", asks: backOfficeWith(meta.RightDev), handle: a.columnsList},
		{method: post, path: "/api/release/columns/drop", asks: backOfficeWith(meta.RightDev), handle: a.columnsDrop, writes: true, guarded: true, timeout: longTimeout},
		{method: post, path: "/api/release/rollback", asks: backOfficeWith(meta.RightDev), handle: a.releaseRollback, writes: true, guarded: true, timeout: longTimeout},
	}
}

// personRoutes are what a person begins with: home, reports, notices, his own
// account.
func (a *API) personRoutes() []route {
	const post = http.MethodPost
	return []route{
		{method: post, path: "/api/auth/place", asks: signedIn("one of the places one may work at"), handle: a.setPlace, writes: true},
		{method: post, path: "/api/account/get", asks: signedIn("oneself"), handle: a.accountGet},
		{method: post, path: "/api/account/save", asks: signedIn("oneself"), handle: a.accountSave, writes: true},
		{method: post, path: "/api/account/end", asks: signedIn("one's own sessions"), handle: a.accountEnd, writes: true, guarded: true},
		{method: post, path: "/api/notice/list", asks: signedIn("what one was told"), handle: a.noticeList},
		{method: post, path: "/api/notice/read", asks: signedIn("what one was told"), handle: a.noticeRead, writes: true},
		{method: post, path: "/api/notice/topics", asks: signedIn("how one hears of things oneself"), handle: a.topicList},
		{method: post, path: "/api/notice/choose", asks: signedIn("how one hears of things oneself"), handle: a.topicChoose, writes: true},
		{method: post, path: "/api/home/get", asks: signedIn("one's own cards, each by its rights"), handle: a.homeGet},
		{method: post, path: "/api/home/paper", asks: signedIn("one's own cards, each by its rights"), handle: a.homePaper, plain: true, timeout: longTimeout},
		{method: post, path: "/api/home/save", asks: signedIn("one's own page"), handle: a.homeSave, writes: true},
		{method: post, path: "/api/report/:key/query", asks: signedIn("the report's table says which"), handle: a.reportQuery},
		{method: post, path: "/api/mailing/list", asks: signedIn("one's own; those of others with schedule.manage"), handle: a.mailingList},
		{method: post, path: "/api/mailing/save", asks: signedIn("to oneself what one may export; to others with schedule.manage"), handle: a.mailingSave, writes: true},
		{method: post, path: "/api/mailing/send", asks: signedIn("one's own; those of others with schedule.manage"), handle: a.onMailing(sendMailing), writes: true},
		{method: post, path: "/api/mailing/pause", asks: signedIn("one's own; those of others with schedule.manage"), handle: a.onMailing(pauseMailing), writes: true},
		{method: post, path: "/api/mailing/resume", asks: signedIn("one's own; those of others with schedule.manage"), handle: a.onMailing(resumeMailing), writes: true},
		{method: post, path: "/api/mailing/delete", asks: signedIn("one's own; those of others with schedule.manage"), handle: a.onMailing(removeMailing), writes: true},
		{method: post, path: "/api/print/templates", asks: signedIn("templates that one may print by"), handle: a.printTemplates},
		{method: post, path: "/api/print/render", asks: signedIn("the right to print the template's table"), handle: a.printRender, plain: true, timeout: longTimeout},
		{method: post, path: "/api/print/draft", asks: signedIn("dev, under the change set that is looked at"), handle: a.printDraft},
		{method: post, path: "/api/print/log", asks: signedIn("the right to print the template's table"), handle: a.printLog},
		{method: post, path: "/api/print/printers", asks: signedIn("the right to print the template's table"), handle: a.printPrinters},
		{method: post, path: "/api/print/stand", asks: signedIn("where one stands oneself"), handle: a.printStand, writes: true},
		{method: post, path: "/api/agent/take", asks: open("proves itself by the secret of an enrolled device"), handle: a.agentTake, lasting: true},
		{method: post, path: "/api/agent/weigh", asks: open("proves itself by the secret of an enrolled device"), handle: a.agentWeigh, lasting: true},
		{method: post, path: "/api/scale/read", asks: signedIn("the scale where one stands oneself"), handle: a.scaleRead},
		{method: post, path: "/api/agent/tell", asks: open("proves itself by the secret of an enrolled device"), handle: a.agentTell, lasting: true},
		{method: post, path: "/api/print/jobs", asks: signedIn("the right to print the template's table"), handle: a.printJob, writes: true, timeout: longTimeout},
		{method: post, path: "/api/report/:key/export", asks: signedIn("the report's table says which"), handle: a.reportExport, writes: true, guarded: true, timeout: longTimeout},
	}
}

// checkRoutes finds routes without a declared right.
func checkRoutes(routes []route) error {
	for _, r := range routes {
		if !r.asks.declared() || r.handle == nil {
			return fmt.Errorf("route %s %s declares no right", r.method, r.path)
		}
	}
	return nil
}
