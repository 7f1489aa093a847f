//go:build !uriparser || !cgo

// Package uriparser is empty here: it was built without the tag uriparser or without cgo.
package uriparser

// Available reports whether the library is here.
const Available = false

// A List has the type name of the List with the library. No value of it can be made.
type List struct{}

// NewList panics.
func NewList([]string) *List { panic("uriparser: not available") }

// Parse panics.
func (*List) Parse(bool) (accepted, hostBytes int) { panic("uriparser: not available") }
