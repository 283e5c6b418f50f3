package openapi

import (
	"maps"
	"net/http"
	"strings"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
)

// object is a JSON object.
type object = map[string]any

// Call is one route of the server.
type Call struct {
	Method, Path string // the path with names behind colons
	Summary      string
	Right        string // "": any
	Public       bool   // needs no session
	Upload       bool   // takes a form with a file
	Plain        bool   // answers without an envelope
	Writes       bool   // happens once under its Idempotency-Key
	Looks        bool   // may be answered as under a change set
}

// Endpoint is a call of a plugin and the right that it asks for.
type Endpoint struct{ Plugin, Name, Right string }

// Caller is whom the document is for.
type Caller struct {
	Rights   *access.Rights // nil: nobody signed in
	Language string
	Version  string // of the server
}

// Document describes the calls that the caller may make.
func Document(who Caller, calls []Call, endpoints []Endpoint) map[string]any {
	w := &writer{Caller: who, paths: object{}, schemas: shared(), endpoints: endpoints}
	w.schemas["Language"] = w.languages()
	for _, call := range calls {
		if call.Public || who.Rights != nil && (call.Right == "" || who.Rights.Can(call.Right)) {
			w.call(call)
		}
	}
	return object{
		"openapi": "3.1.0",
		"info":    object{"title": "Wareloom", "version": who.Version},
		"paths":   w.paths,
		"components": object{
			"schemas": w.schemas,
			"securitySchemes": object{
				"session": object{"type": "apiKey", "in": "header", "name": "accessToken"},
				"device":  object{"type": "apiKey", "in": "header", "name": "guid"},
			},
		},
	}
}

// languages are the keys that a call may name; "" is the caller's own.
func (w *writer) languages() object {
	if w.Rights == nil {
		return text
	}
	return object{"enum": append([]string{""}, w.Rights.Release().Languages.Keys()...)}
}

// writer writes one document.
type writer struct {
	Caller
	paths     object
	schemas   object
	endpoints []Endpoint
}

// call adds a route, once for each table, station and endpoint that it serves.
func (w *writer) call(c Call) {
	switch {
	case strings.Contains(c.Path, ":table"):
		for key, table := range meta.Sorted(w.Rights.Release().Tables) {
			w.onTable(c, key, table)
		}
	case strings.HasPrefix(c.Path, "/api/station/"):
		for key, station := range meta.Sorted(w.Rights.Release().Stations) {
			if w.Rights.Can(station.Right) {
				w.add(c, strings.Replace(c.Path, ":key", key, 1), "station "+key, stationBody(c.Path))
			}
		}
	case strings.HasPrefix(c.Path, "/api/import/"):
		for key, mapping := range meta.Sorted(w.Rights.Release().Mappings) {
			if w.Rights.Can(mapping.Table.Right(meta.Import)) {
				w.add(c, strings.Replace(c.Path, ":mapping", key, 1), "import", nil)
			}
		}
	case strings.HasPrefix(c.Path, "/api/x/"):
		for _, e := range w.endpoints {
			if w.Rights.Can(e.Right) {
				w.endpoint(c, e)
			}
		}
	default:
		w.add(c, c.Path, tagOf(c.Path), bodies[c.Path])
	}
}

// endpoint adds a call of a plugin, as the plugin says it.
func (w *writer) endpoint(c Call, e Endpoint) {
	takes := object{"type": "object"}
	if offer, ok := w.Rights.Release().Model.Offer(meta.Endpoints, e.Plugin+"."+e.Name); ok {
		c.Summary, takes = offer.Title.In(w.Language), w.params(offer.Params)
	}
	w.add(c, "/api/x/"+e.Plugin+"/"+e.Name, e.Plugin, takes)
}

// tagOf groups calls by the first word behind /api/.
func tagOf(path string) string {
	word, _, _ := strings.Cut(strings.TrimPrefix(path, "/api/"), "/")
	return strings.TrimPrefix(word, "/")
}

// onTable adds a call on a table, if the caller may make it.
func (w *writer) onTable(c Call, key string, table *catalog.Table) {
	verb := c.Path[strings.LastIndex(c.Path, "/")+1:]
	actions := w.actions(table)
	if !w.may(table, verb, actions) {
		return
	}
	w.table(table)
	w.add(c, strings.Replace(c.Path, ":table", key, 1), key, tableBody(verb, key, actions))
}

// may asks for the right that a call on a table needs.
func (w *writer) may(table *catalog.Table, verb string, actions []string) bool {
	can := func(verb string) bool { return w.Rights.Can(table.Right(verb)) }
	writable := table.Meta.OfPeople()
	switch verb {
	case "query":
		return can(meta.Read) || can(meta.Lookup)
	case "get", "aggregate":
		return can(meta.Read)
	case "save", "upsert", "brings":
		return writable && (can(meta.Create) || can(meta.Update))
	case "delete", "restore":
		return writable && can(meta.Delete)
	case "act", "params":
		return len(actions) > 0
	}
	return can(verb)
}

// actions lists the actions that the caller may take on a document.
func (w *writer) actions(table *catalog.Table) []string {
	document, ok := w.Rights.Release().Document(table.Key)
	if !ok {
		return nil
	}
	var names []string
	for _, action := range document.Actions {
		if action.Right != "" && w.Rights.Can(action.Right) {
			names = append(names, action.Key)
		}
	}
	return names
}

// add writes one operation.
func (w *writer) add(c Call, path, tag string, body object) {
	path, parameters := parametersOf(path)
	operation := object{
		"operationId": strings.ToLower(c.Method) + strings.NewReplacer("/", "_", "{", "", "}", "").Replace(path),
		"summary":     c.Summary, "tags": []string{tag}, "responses": responses(c.Plain),
	}
	if w.looks(c) {
		parameters = append(parameters, changeSet)
	}
	if c.Writes {
		parameters = append(parameters, idempotencyKey)
	}
	if len(parameters) > 0 {
		operation["parameters"] = parameters
	}
	if !c.Public {
		operation["security"] = []object{{"session": []string{}, "device": []string{}}}
	}
	if content := bodyOf(c, body); content != nil {
		operation["requestBody"] = object{"content": content}
	}
	operations, _ := w.paths[path].(object)
	if operations == nil {
		operations = object{}
		w.paths[path] = operations
	}
	operations[strings.ToLower(c.Method)] = operation
}

// parametersOf writes a path with its names in braces, and describes them.
func parametersOf(path string) (string, []object) {
	var parameters []object
	parts := strings.Split(path, "/")
	for i, part := range parts {
		name, isName := strings.CutPrefix(part, ":")
		if !isName {
			continue
		}
		parts[i] = "{" + name + "}"
		parameters = append(parameters, object{"name": name, "in": "path", "required": true, "schema": object{"type": "string"}})
	}
	return strings.Join(parts, "/"), parameters
}

func bodyOf(c Call, body object) object {
	switch {
	case c.Method == http.MethodGet:
		return nil
	case c.Upload:
		return object{"multipart/form-data": object{"schema": formOf(c.Path)}}
	case body == nil:
		return object{"application/json": object{"schema": object{"type": "object"}}}
	}
	return object{"application/json": object{"schema": maps.Clone(body)}}
}

// looks reports whether the caller may have a call answered as under a change set.
func (w *writer) looks(c Call) bool {
	return c.Looks && w.Rights != nil && w.Rights.Can(meta.RightDev)
}

func responses(plain bool) object {
	if plain {
		return object{"200": object{"description": "The content itself, without an envelope."}}
	}
	envelope := object{"application/json": object{"schema": ref("Envelope")}}
	return object{
		"200":     object{"description": "Done, or refused with statusCode 409, 422 or 423.", "content": envelope},
		"default": object{"description": "Refused; the HTTP status is the statusCode.", "content": envelope},
	}
}
