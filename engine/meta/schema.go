package meta

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"path"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// schemas compiles each schema when the first file of its kind comes.
type schemas struct {
	mu       sync.Mutex
	compiler *jsonschema.Compiler
	compiled map[string]*jsonschema.Schema
}

// schemaBase makes the names of schemas absolute, as the library wants them.
const schemaBase = "metadata:///schema/"

func newSchemas(files fs.FS) *schemas {
	compiler := jsonschema.NewCompiler()
	compiler.RegisterExtension(renamedWord, nil, renamed{})
	compiler.RegisterExtension(quotedWord, nil, unquoted{})
	compiler.LoadURL = func(url string) (io.ReadCloser, error) { return files.Open(path.Base(url)) }
	return &schemas{compiler: compiler, compiled: map[string]*jsonschema.Schema{}}
}

func (s *schemas) of(kind string) (*jsonschema.Schema, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if schema, ok := s.compiled[kind]; ok {
		return schema, nil
	}
	schema, err := s.compiler.Compile(schemaBase + kind + ".schema.json")
	if err == nil {
		s.compiled[kind] = schema
	}
	return schema, err
}

// validate holds a file to the schema of its kind.
func (s *schemas) validate(o *Object) Problems {
	schema, err := s.of(o.Kind)
	if err != nil {
		return Problems{o.Problem("", "meta.bad_schema", "detail", err.Error())}
	}
	decoder := json.NewDecoder(bytes.NewReader(o.Whole()))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return Problems{o.Problem("", "meta.not_json", "detail", err.Error())}
	}
	var bad *jsonschema.ValidationError
	if errors.As(schema.Validate(value), &bad) {
		return o.breaches(bad)
	}
	return nil
}

// breaches tells the innermost causes; those around them only repeat them.
func (o *Object) breaches(e *jsonschema.ValidationError) Problems {
	var problems Problems
	for _, renaming := range renamingsOf(e) {
		old, name, _ := strings.Cut(renaming, "=")
		problems = append(problems, o.Problem(strings.TrimPrefix(e.InstanceLocation+"/"+old, "/"), "meta.renamed", "name", old, "now", name))
	}
	if problems != nil {
		return problems
	}
	if strings.HasSuffix(e.KeywordLocation, "/"+quotedWord) {
		return Problems{o.quotedProblem(e)}
	}
	if len(e.Causes) == 0 {
		return Problems{o.Problem(strings.TrimPrefix(e.InstanceLocation, "/"), "meta.schema", "detail", e.Message)}
	}
	for _, cause := range e.Causes {
		told := o.breaches(cause)
		if len(cause.Causes) == 0 && told[0].Key == "meta.renamed" {
			return told // that its name is not allowed says less
		}
		problems = append(problems, told...)
	}
	return problems
}
