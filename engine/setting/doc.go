// Package setting gives the values of settings. Metadata defines a setting, its
// type and the levels at which it may be set; administrators set values as rows.
// For a record the strongest level counts that one of the record's fields names
// and that has a value. The package also adds what expressions on the server
// may ask of the world outside their record: setting, now and today.
package setting
