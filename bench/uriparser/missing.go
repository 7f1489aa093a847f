//go:build !uriparser || !cgo

// Package uriparser is empty here: it was built without the tag uriparser or without cgo.
package uriparser

// Available reports whether the library is here.
const Available = false

// A List stands for the one with the library. There is none to be had.
type List struct{}

// NewList panics.
func NewList([]string) *List { panic("uriparser: not available") }

// Parse panics.
func (*List) Parse(bool) (accepted, hostBytes int) { panic("uriparser: not available") }
