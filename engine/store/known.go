package store

// Known gives what load gives for a key, which is asked only once in a transaction: for
// what seldom changes and is asked for again and again, as a setting or a time zone.
// What a savepoint took back is asked for anew.
func Known[T any](tx *Tx, key any, load func() (T, error)) (T, error) {
	if value, ok := tx.known[key]; ok {
		return value.(T), nil
	}
	value, err := load()
	if err == nil {
		Keep(tx, key, value)
	}
	return value, err
}

// Keep gives a key its value until the end of the transaction, or until a savepoint is
// taken back.
func Keep[T any](tx *Tx, key any, value T) {
	if tx.known == nil {
		tx.known = map[any]any{}
	}
	tx.known[key] = value
}

// Forget has a key asked for anew: who changes what it stands for calls it.
func (tx *Tx) Forget(key any) { delete(tx.known, key) }

// Recall gives what is kept for a key, if anything is.
func Recall[T any](tx *Tx, key any) (value T, known bool) {
	value, known = tx.known[key].(T)
	return value, known
}
