// Package foreign reads paper that others drew, as the labels of carriers: it tells what a
// file is, whether it holds nothing but labels, and draws what a printer does not take. It
// trusts no file.
package foreign
