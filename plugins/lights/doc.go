// Package lights brings walls of slots with a lamp and a button each: what lamps show,
// what buttons say, and the controllers between.
package lights
