// Package scan reads what scanners give: it cleans the text and takes GS1 element
// strings apart. What a code means is for others to find.
package scan
