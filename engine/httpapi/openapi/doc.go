// Package openapi describes the calls of the HTTP contract in OpenAPI 3.1, as far
// as one caller may make them: the tables, actions and stations of the release
// that he has rights on, with the fields that he may read.
package openapi
