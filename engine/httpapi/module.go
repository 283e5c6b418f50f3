package httpapi

import (
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/fault"
)

// hasSaasAuth names those of the asked modules that are licensed: the ones that
// are part of the product and not switched off.
func (a *API) hasSaasAuth(q *request) (any, error) {
	var body struct {
		IDs string `json:"IDs"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	type module struct {
		Name string `json:"moduleName"`
	}
	licensed := []module{}
	for _, name := range names(body.IDs) {
		holds, err := q.licensed(name)
		if err != nil {
			return nil, err
		}
		if holds {
			licensed = append(licensed, module{name})
		}
	}
	return licensed, nil
}

// licensed reports whether a module is part of the product and not among those
// that the setting unlicensed_modules lists.
func (q *request) licensed(module string) (bool, error) {
	if _, known := q.release.Model.Modules[module]; !known {
		return false, nil
	}
	off, err := q.api.setting(q.ctx, q.release, "unlicensed_modules")
	if err != nil {
		return false, err
	}
	text, _ := off.(string)
	return !slices.Contains(names(text), module), nil
}

// names splits a list of names with commas.
func names(list string) []string {
	split := strings.Split(list, ",")
	for i := range split {
		split[i] = strings.TrimSpace(split[i])
	}
	return split
}

// mayOpen refuses a menu entry whose module is not licensed.
func (q *request) mayOpen(menuID int) error {
	item, known := q.release.Menus[menuID]
	if !known || item.Module == "" {
		return nil
	}
	holds, err := q.licensed(item.Module)
	if err != nil || holds {
		return err
	}
	return fault.New(fault.Denied, "module.missing", "module", item.Module).
		With(map[string]string{"reason": "module", "name": item.Module})
}
