package catalog

import (
	"errors"
	"maps"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

// Compile checks a model and makes a release of it, with number 0. The functions
// are what expressions may call (nil: the base functions); the registries say
// what code offers to metadata (none: such names are not checked).
//
// The error is a meta.Problems with everything that is wrong: the names first,
// and when all of them are right, the expressions.
func Compile(model *meta.Model, functions *expression.Registry, registries ...meta.Registry) (*Release, error) {
	if problems := meta.Check(model, FieldTypes(), registries...); len(problems) > 0 {
		return nil, problems.Err(model, "en")
	}
	c := newCompiler(model, functions, registries)
	c.compile()
	if err := c.problems.Err(model, "en"); err != nil {
		return nil, err
	}
	return c.rel, nil
}

// newCompiler begins a release with nothing in it.
func newCompiler(model *meta.Model, functions *expression.Registry, registries []meta.Registry) *compiler {
	if functions == nil {
		functions = expression.NewRegistry()
	}
	return &compiler{model: model, registries: registries, spellings: map[*meta.Dropdown]*spelling{}, rel: &Release{
		Model: model, Functions: functions, texts: map[string]meta.Text{},
		Tables: map[string]*Table{}, Documents: map[string]*Document{}, Lists: map[string]*List{}, Forms: map[string]*Form{},
		Tools: map[string]*Tool{}, Stations: map[string]*Station{}, Reports: map[string]*Report{}, Boards: map[string]*Board{}, Prints: map[string]*Print{}, printsOf: map[string][]*Print{}, Pages: map[string]*Page{}, Dropdowns: map[string]*Dropdown{}, CodeRules: model.CodeRules,
		Mappings: map[string]*Mapping{}, Exports: map[string]*Export{}, Settings: map[string]*Setting{}, Tests: map[string]*Test{}, Menus: map[int]*meta.MenuItem{}, UserTypes: map[string]*meta.UserType{},
	}}
}

// compiler makes one release; what it finds wrong it notes and goes on.
type compiler struct {
	model      *meta.Model
	registries []meta.Registry
	rel        *Release
	problems   meta.Problems
	spellings  map[*meta.Dropdown]*spelling
	slots      *Slots // notes the places for expressions; nil: nobody asks
}

// compile makes things first and ties them together then, since tables refer to
// each other in circles.
func (c *compiler) compile() {
	c.declarations()
	c.makeTables()
	c.linkTables()
	c.makeDocuments()
	c.makeUser()
	c.tableExpressions()
	c.documentExpressions()
	c.makeDropdowns()
	c.makeScreens()
	c.makeNext()
	c.makeReports()
	c.makeBoards()
	c.makePrints()
	c.makePages()
	c.makeMappings()
	c.makeExports()
	c.makeSettings()
	c.makeTests()
	c.makeRights()
}

// declarations takes what modules and menus declare, and the texts.
func (c *compiler) declarations() {
	for _, userType := range c.model.UserTypes() {
		c.rel.UserTypes[userType.Key] = userType
	}
	for _, texts := range c.model.Texts {
		maps.Copy(c.rel.texts, texts.Terms)
	}
	c.rel.Levels, c.rel.Languages = c.model.SettingLevels(), c.model.InLanguages()
	c.rel.MenuOrder = c.model.MenuItems()
	for _, item := range c.rel.MenuOrder {
		c.rel.Menus[item.ID] = item
	}
}

func (c *compiler) problem(o *meta.Object, path, key string, pairs ...any) {
	c.problems = append(c.problems, o.Problem(path, key, pairs...))
}

// program compiles an expression of an object; "" gives nil.
func (c *compiler) program(o *meta.Object, path string, source meta.Expression, env expression.Env, want expression.Type) *expression.Program {
	if c.slots != nil {
		c.slots.note(o, path, Slot{env, want})
	}
	if source == "" {
		return nil
	}
	p, err := expression.Compile(string(source), env, want)
	if err == nil {
		return p
	}
	var bad *fault.Fault
	if !errors.As(err, &bad) {
		bad = fault.New(fault.Invalid, "meta.bad_expression", "detail", err.Error())
	}
	found := o.Problem(path, bad.Key)
	found.Params = bad.Params
	c.problems = append(c.problems, found)
	return nil
}
