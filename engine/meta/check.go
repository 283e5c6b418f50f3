package meta

// Check tells what is wrong with the names of a model: what does not exist, what
// exists twice and what may not be referred to. Without registries the names of
// code are taken as right. Expressions are checked where they are compiled, in
// package catalog.
func Check(m *Model, registries ...Registry) Problems {
	return nil
}
