// Package live tells open browsers that something changed. Writers publish after
// their commit; every connection takes what it missed in one go, so a slow one
// costs memory for what changed, not for how often.
package live
