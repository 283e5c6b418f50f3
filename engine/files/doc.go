// Package files keeps attachments: their bytes in a folder under random keys,
// what is known of them in a table. It decides nothing about who may read a file;
// a file has the rights of the record that holds its key.
package files
