package meta

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// Expression is the source of an expression; "" when there is none. Of a text that is
// meant as it is, {"is": "new"}, it is the source that gives this text.
type Expression string

// UnmarshalJSON reads an expression, or the text that is meant.
func (e *Expression) UnmarshalJSON(written []byte) error {
	if written[0] == '"' {
		return json.Unmarshal(written, (*string)(e))
	}
	var text struct {
		Is string `json:"is"`
	}
	if err := json.Unmarshal(written, &text); err != nil {
		return err
	}
	*e = Expression(quoted(text.Is))
	return nil
}

// quoted is the source of a text.
func quoted(text string) string {
	if strings.ContainsAny(text, `'\`) {
		return strconv.Quote(text)
	}
	return "'" + text + "'"
}

// quotedWord is the keyword of a schema under which a text in quotes alone is refused: the
// member that it names has texts.
const quotedWord = "x-quoted"

// alone is an expression that is nothing but a text.
var alone = regexp.MustCompile(`^\s*('[^'\\]*'|"[^"\\]*")\s*$`)

// unquoted refuses expressions that are texts.
type unquoted struct{}

// Compile implements jsonschema.ExtCompiler.
func (unquoted) Compile(_ jsonschema.CompilerContext, schema map[string]any) (jsonschema.ExtSchema, error) {
	if _, given := schema[quotedWord]; !given {
		return nil, nil // the library's way to say: not in this schema
	}
	return unquoted{}, nil
}

// Validate implements jsonschema.ExtSchema.
func (unquoted) Validate(ctx jsonschema.ValidationContext, value any) error {
	source, _ := value.(string)
	if !alone.MatchString(source) {
		return nil
	}
	return ctx.Error(quotedWord, "%s", source)
}

// quotedProblem tells of an expression that is a text, and how the text is written.
func (o *Object) quotedProblem(e *jsonschema.ValidationError) Problem {
	source := strings.TrimSpace(e.Message)
	said, _ := json.Marshal(source[1 : len(source)-1]) // a text has a JSON
	return o.Problem(strings.TrimPrefix(e.InstanceLocation, "/"), "meta.quoted_text", "name", source, "now", `{"is": `+string(said)+"}")
}
