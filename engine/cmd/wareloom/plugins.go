package main

import "github.com/wareloom/wareloom/engine/plugin"

// plugins lists what is compiled in, in the order in which it is registered.
func plugins() []plugin.Plugin {
	return []plugin.Plugin{}
}
