package openapi

import (
	"maps"
	"path"
	"strings"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
)

// ref refers to a schema of the document.
func ref(name string) object { return object{"$ref": "#/components/schemas/" + name} }

// idempotencyKey is the header of calls that write.
var idempotencyKey = object{
	"name": "Idempotency-Key", "in": "header", "schema": object{"type": "string", "maxLength": 200},
	"description": "The same key by the same user gives the first answer again.",
}

// changeSet is the header of calls that look under a change set.
var changeSet = object{
	"name": "change", "in": "header", "schema": object{"type": "integer"},
	"description": "An open change set: the call is answered as under it. Refused with statusCode 404 where there is none of this number, with 422 where it is not sound, and with 409 where it is not open any more, or where tables, which the message names, are not yet as it says. A call that changes something is always refused with 409 under this header.",
}

// Schemas of values that many bodies share.
var (
	text    = object{"type": "string"}
	integer = object{"type": "integer"}
	boolean = object{"type": "boolean"}
	instant = object{"type": "string", "format": "date-time"}
	texts   = list(text)
	ids     = list(integer)
	copies  = object{"type": "integer", "minimum": 1, "maximum": 99}
	pages   = object{"type": "string", "maxLength": 60}
)

func list(of object) object { return object{"type": "array", "items": of} }

func body(required []string, properties object) object {
	return object{"type": "object", "required": append([]string{}, required...), "properties": properties}
}

// shared are the schemas that do not depend on the caller.
func shared() object {
	operators := []string{"eq", "ne", "lt", "le", "gt", "ge", "in", "nin", "like", "starts", "null", "notnull", "between", "all"}
	filter := ref("Filter")
	return object{
		"Envelope": body([]string{"result", "msg", "data", "statusCode"}, object{
			"result": boolean, "msg": text, "data": object{}, "statusCode": integer,
		}),
		"Filter": object{"oneOf": []object{
			body([]string{"field", "op"}, object{"field": text, "op": object{"enum": operators}, "value": object{}}),
			body([]string{"and"}, object{"and": list(filter)}),
			body([]string{"or"}, object{"or": list(filter)}),
			body([]string{"not"}, object{"not": filter}),
		}},
	}
}

// bodies are those of calls that no table shapes.
var bodies = map[string]object{
	"/api/auth/login": body(nil, object{
		"userType": text, "account": text, "password": text, "badge": text, "pin": text, "device": text,
	}),
	"/api/auth/changePassword": body([]string{"oldPassword", "password"}, object{"oldPassword": text, "password": text}),
	"/api/auth/hasSaasAuth":    body([]string{"IDs"}, object{"IDs": text}),
	"/api/auth/forgetPwd":      body([]string{"account"}, object{"userType": text, "account": text}),
	"/api/auth/resetPwd":       body([]string{"token", "password"}, object{"token": text, "password": text}),
	"/api/common/loadDropDown": body([]string{"where"}, object{"where": text, "search": text}),
	"/api/code":                body([]string{"code"}, object{"code": text, "into": text, "record": object{"type": "object"}}),
	"/api/meta/screen":         body(nil, object{"menuId": integer, "key": text}),
	"/api/bin/list":            body(nil, object{"table": text, "search": text, "before": integer, "size": object{"type": "integer", "maximum": 100}}),
	"/api/mailing/list":        body(nil, object{"report": text}),
	"/api/mailing/send":        body([]string{"id"}, object{"id": integer}),
	"/api/mailing/pause":       body([]string{"id"}, object{"id": integer}),
	"/api/mailing/resume":      body([]string{"id"}, object{"id": integer}),
	"/api/mailing/delete":      body([]string{"id"}, object{"id": integer}),
	"/api/mailing/save": body([]string{"report", "params", "formats", "every", "hour"}, object{
		"id": integer, "report": text, "params": object{"type": "object"}, "formats": list(object{"enum": []string{"xlsx", "pdf"}}), "language": text,
		"every": object{"enum": []string{"daily", "weekly", "monthly"}}, "day": integer, "hour": object{"type": "integer", "minimum": 0, "maximum": 23}, "user_id": integer,
	}),
	"/api/schedule/run":    body([]string{"id"}, object{"id": integer}),
	"/api/schedule/pause":  body([]string{"id"}, object{"id": integer}),
	"/api/schedule/resume": body([]string{"id"}, object{"id": integer}),
	"/api/log/list": body([]string{"kind"}, object{
		"kind": object{"enum": []string{"sign_in", "refusal", "failure", "change"}}, "search": text, "failed": boolean, "from": instant, "to": instant, "before": integer,
	}),
	"/api/print/templates": body(nil, printed(nil)),
	"/api/print/render": body([]string{"ids"}, printed(object{
		"format": object{"enum": []string{"pdf", "svg", "zpl", "tspl", "cpcl"}}, "dpi": object{"enum": []int{203, 300, 600}}, "copies": copies, "pages": pages, "present": boolean,
	})),
	"/api/print/draft": body([]string{"template"}, object{
		"template": text, "ids": ids, "sample": object{"enum": []string{"", "usual", "longest", "empty", "many"}}, "language": ref("Language"), "dpi": object{"enum": []int{203, 300, 600}},
	}),
	"/api/print/printers": body([]string{"template"}, object{"template": text}),
	"/api/print/log":      body([]string{"ids"}, printed(nil)),
	"/api/print/stand":    body([]string{"code"}, object{"code": text}),
	"/api/agent/take": body([]string{"journal", "seq"}, object{
		"journal": text, "seq": integer, "holding": texts,
		"printers": list(body([]string{"address"}, object{"address": text, "name": text, "language": text, "condition": text, "room": integer})),
	}),
	"/api/agent/tell": body([]string{"ends"}, object{"ends": list(body([]string{"label", "state"}, object{
		"label": text, "state": object{"enum": []string{"printed", "sent", "unknown", "failed"}}, "why": object{"type": "object"},
	}))}),
	"/api/print/jobs":             body([]string{"ids"}, printed(object{"printer": text, "workstation": text, "copies": copies, "pages": pages, "reason": object{"type": "string", "maxLength": 200}, "present": boolean})),
	"/api/notice/list":            body(nil, object{"before": integer, "show": object{"enum": []string{"", "unread", "read"}}, "about": object{"enum": []string{"", "record", "file"}}}),
	"/api/notice/read":            body(nil, object{"ids": ids}),
	"/api/notice/choose":          body([]string{"topic", "bell", "mail"}, object{"topic": text, "bell": boolean, "mail": boolean}),
	"/api/preview/start":          body([]string{"role"}, object{"role": integer, "owner": integer}),
	"/api/key/create":             body([]string{"user_id", "name", "expires_at"}, object{"user_id": integer, "name": text, "addresses": texts, "expires_at": instant}),
	"/api/own_key/create":         body([]string{"name", "expires_at"}, object{"name": text, "addresses": texts, "expires_at": instant}),
	"/api/own_key/rotate":         body([]string{"id", "expires_at"}, object{"id": text, "expires_at": instant}),
	"/api/people/save":            body([]string{"true_name", "may"}, object{"id": integer, "name": text, "true_name": text, "email": text, "mobile": text, "enabled": boolean, "may": object{"type": "object", "additionalProperties": object{"enum": []string{"none", "look", "all"}}}}),
	"/api/key/rotate":             body([]string{"id", "expires_at"}, object{"id": text, "expires_at": instant}),
	"/api/release/columns/drop":   body([]string{"table", "consent"}, object{"table": text, "field": text, "consent": text}),
	"/api/release/rollback":       body([]string{"to"}, object{"to": integer, "note": text, "expect": integer}),
	"/api/meta/changes/open":      body([]string{"title"}, object{"title": text}),
	"/api/meta/changes/list":      body(nil, object{"state": object{"enum": []string{"", "open", "published", "dropped"}}}),
	"/api/meta/changes/drop":      body([]string{"change"}, object{"change": integer}),
	"/api/meta/changes/conflicts": body([]string{"change"}, object{"change": integer}),
	"/api/meta/changes/decide": body([]string{"change", "conflict", "choice"}, object{
		"change": integer, "conflict": integer, "choice": object{"enum": []string{"keep", "take", "both", "draft"}},
	}),
	"/api/meta/:kind/list": body(nil, object{"change": integer, "search": text, "whole": boolean}),
	"/api/meta/:kind/get":  body([]string{"key"}, object{"key": text, "change": integer, "release": integer}),
	"/api/meta/:kind/draft": body([]string{"change", "key"}, object{
		"change": integer, "key": text, "hash": text, "object": object{"type": "object"}, "overlay": list(object{"type": "object"}), "remove": boolean,
	}),
	"/api/meta/:kind/check":   body([]string{"change"}, object{"change": integer, "key": text}),
	"/api/meta/:kind/diff":    body([]string{"key", "from"}, object{"key": text, "from": integer, "to": integer, "ops": boolean}),
	"/api/meta/:kind/history": body([]string{"key"}, object{"key": text}),
	"/api/meta/used":          body([]string{"kind", "key"}, object{"kind": text, "key": text, "path": text, "change": integer}),
	"/api/meta/tests":         body(nil, object{"change": integer}),
	"/api/meta/play": body([]string{"station"}, object{
		"station": text, "params": object{"type": "object"},
		"inputs": list(object{"type": "object", "properties": object{"kind": text, "value": object{}}, "required": []string{"kind"}}),
	}),
	"/api/meta/expression/names": body([]string{"kind", "key", "path"}, object{"change": integer, "kind": text, "key": text, "path": text, "chain": text}),
	"/api/meta/expression/try":   body([]string{"kind", "key", "path", "source"}, object{"change": integer, "kind": text, "key": text, "path": text, "source": text, "id": integer}),
	"/api/release/preview":       body(nil, object{"change": integer, "to": integer}),
	"/api/release/publish":       body([]string{"change", "note"}, object{"change": integer, "note": text, "expect": integer}),
	"/api/own_key/revoke":        body([]string{"id"}, object{"id": text}),
	"/api/people/code":           body([]string{"id"}, object{"id": integer}),
	"/api/key/revoke":            body([]string{"id"}, object{"id": text}),
	"/api/view/list":             body([]string{"screen"}, object{"screen": text}),
	"/api/view/save": body([]string{"name", "content"}, object{
		"id": integer, "screen": text, "name": text, "roleId": integer, "opens": boolean, "content": object{"type": "object"},
	}),
	"/api/view/delete":   body([]string{"id"}, object{"id": integer}),
	"/api/device/code":   body([]string{"name"}, object{"name": text}),
	"/api/device/enrol":  body([]string{"code"}, object{"code": text}),
	"/api/device/revoke": body([]string{"id"}, object{"id": text}),
	"/api/settings/save": body([]string{"key"}, object{"key": text, "level": text, "owner_id": integer, "value": object{}}),
}

// printed adds what names the template and the records of a print.
func printed(more object) object {
	all := object{"template": text, "menuId": integer, "type": text, "ids": ids}
	maps.Copy(all, more)
	return all
}

// formOf is the form of a call that takes a file; an import may name one that a
// preview kept instead.
func formOf(route string) object {
	file := object{"type": "string", "contentMediaType": "application/octet-stream"}
	if route == "/api/release/import" {
		return body([]string{"file"}, object{"file": file, "title": text, "dryRun": boolean})
	}
	if !strings.HasPrefix(route, "/api/import/") {
		return body([]string{"file"}, object{"file": file})
	}
	one := body([]string{"row", "cell", "value"}, object{"row": integer, "cell": integer, "value": text})
	choice := body([]string{"cell", "field"}, object{"cell": integer, "field": text})
	return body(nil, object{
		"file": file, "fileKey": text, "encoding": text, "dryRun": boolean, "params": object{"type": "object"}, "edits": list(one), "columns": list(choice), "only": ids,
	})
}

func stationBody(route string) object {
	switch path.Base(route) {
	case "start":
		return body(nil, object{"params": object{"type": "object"}})
	case "input":
		one := body([]string{"seq", "kind"}, object{
			"seq": object{"type": "integer", "minimum": 1}, "step": text, "value": object{}, "at": object{"type": "string", "format": "date-time"},
			"kind": object{"enum": []string{"scan", "key", "button", "form", "photo", "weight", "undo", "park", "close", "override"}},
		})
		return body([]string{"session", "inputs"}, object{"session": integer, "inputs": list(one)})
	case "sessions":
		return body(nil, object{})
	}
	return body([]string{"session"}, object{"session": integer})
}

// tableBody is the body of a call on a table.
func tableBody(verb, table string, actions []string) object {
	filter, row := ref("Filter"), ref(table)
	switch verb {
	case "query":
		return body(nil, object{
			"filter": filter, "sort": texts, "page": integer, "size": object{"type": "integer", "maximum": 500}, "cursor": text,
			"fields": texts, "search": text, "names": texts, "total": object{"enum": []any{true, false, "exact"}}, "sums": texts, "can": boolean, "next": boolean, "choose": boolean,
			"for": body([]string{"table", "field"}, object{"table": text, "field": text, "action": text, "record": object{"type": "object"}, "ids": ids}),
		})
	case "brings":
		return body([]string{"field", "id"}, object{"field": text, "id": integer})
	case "aggregate":
		measure := body([]string{"fn", "as"}, object{"field": text, "less": text, "fn": text, "as": text})
		return body([]string{"measures"}, object{
			"filter": filter, "group": texts, "measures": list(measure), "having": filter, "sort": texts, "size": integer,
		})
	case "get", "history":
		return body([]string{"id"}, object{"id": integer})
	case "earlier":
		return body([]string{"id", "change"}, object{"id": integer, "change": integer})
	case "save":
		return row
	case "delete":
		return body(nil, object{"ids": ids, "filter": filter, "search": text, "expect": integer})
	case "restore":
		return body([]string{"ids"}, object{"ids": ids})
	case "act":
		return body([]string{"name"}, object{
			"name": object{"enum": actions}, "id": integer, "ids": ids, "filter": filter, "search": text, "expect": integer, "version": integer,
			"params": object{"type": "object"}, "preview": boolean, "record": row,
		})
	case "params":
		return body([]string{"name", "id"}, object{"name": object{"enum": actions}, "id": integer})
	case "upsert":
		return body([]string{"key", "rows"}, object{
			"key": texts, "rows": object{"type": "array", "items": row, "maxItems": 500}, "mode": object{"enum": []string{"all", "each"}},
		})
	case "export":
		return body(nil, object{"view": text, "filter": filter, "search": text, "fields": texts, "format": object{"enum": []string{"xlsx", "csv"}}})
	}
	return object{"type": "object"}
}

// table describes the records of a table, and of its lines.
func (w *writer) table(t *catalog.Table) {
	if _, known := w.schemas[t.Key]; known {
		return
	}
	properties := object{}
	w.schemas[t.Key] = object{"type": "object", "title": t.Meta.Title.In(w.Language), "properties": properties}
	for _, f := range t.Fields {
		if !f.Meta.Secret && !w.Rights.FieldRead(t, f).Never() {
			properties[f.Key] = w.field(t, f)
		}
	}
	for _, set := range t.Sets {
		w.table(set.Table)
		properties[set.Key] = list(ref(set.Table.Key))
	}
}

// field describes the values of a field.
func (w *writer) field(t *catalog.Table, f *catalog.Field) object {
	schema := f.Schema()
	schema["title"] = f.Meta.Title.In(w.Language)
	if !f.Meta.Required && !f.System || f.Family() == meta.FamilyRecord {
		orNull(schema)
	}
	if f.System || f.Meta.Derived() || !w.Rights.FieldWrite(t, f) {
		schema["readOnly"] = true
	}
	return schema
}

// orNull lets the values be null where the schema says what they are.
func orNull(schema object) {
	switch of := schema["type"].(type) {
	case string:
		schema["type"] = []string{of, "null"}
	case []string:
		schema["type"] = append(of, "null")
	}
}

// params describes the parameters that something of a plugin takes.
func (w *writer) params(fields []meta.Field) object {
	properties, required := object{}, []string{}
	for _, f := range fields {
		param := catalog.SchemaOf(&f)
		param["title"] = f.Title.In(w.Language)
		if f.To != "" {
			param["x-table"] = f.To
		}
		properties[f.Key] = param
		if f.Required {
			required = append(required, f.Key)
		}
	}
	return body(required, properties)
}
