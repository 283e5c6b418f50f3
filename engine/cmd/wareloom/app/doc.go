// Package app puts the server together: the one place that knows every package.
// The command gives it the plugins and folders; tests give it their own.
package app
