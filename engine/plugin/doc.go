// Package plugin is all that the author of a plugin imports from the engine. It
// holds no code of its own beyond the Registrar, which collects what plugins
// bring and reports every mistake together at start; everything else forwards to
// the package that owns it.
package plugin
