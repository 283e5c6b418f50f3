package command

import (
	"fmt"
	"io/fs"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/product"
	"github.com/wareloom/wareloom/engine/plugin"
	runtimeui "github.com/wareloom/wareloom/runtime-ui"
)

// Number is the version of the product, by semver; it is raised with a release.
const Number = "0.9.0"

// Binary is what one binary has of its own. Its zero value is the product as it ships.
type Binary struct {
	Number  string          // version, by semver; "" is Number
	Commit  string          // what it was built from; "" where nobody knows
	Plugins []plugin.Plugin // beside those of the product, and after them
	Page    fs.FS           // the built web app; nil is that of the product
}

// binary is this binary, as its main says.
var binary Binary

// version is what people and clients are told.
func version() string {
	number := binary.Number
	if number == "" {
		number = Number
	}
	if binary.Commit == "" {
		return number
	}
	return number + "+" + binary.Commit
}

// compiledIn is the product with the plugins of this binary.
func compiledIn() (app.Product, error) {
	p, err := product.Wareloom()
	p.Plugins = append(p.Plugins, binary.Plugins...)
	return p, err
}

// page is the web app of this binary.
func page() (fs.FS, error) {
	if binary.Page != nil {
		return binary.Page, nil
	}
	dist, err := fs.Sub(runtimeui.Dist, "dist")
	if err != nil {
		return nil, fmt.Errorf("open web app: %w", err)
	}
	return dist, nil
}
