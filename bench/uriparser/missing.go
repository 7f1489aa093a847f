//go:build !uriparser || !cgo

// Package uriparser is a stub for builds without the tag uriparser or without cgo.
package uriparser

// Available reports whether the library is part of the build.
const Available = false

// A List is a list of references. Without the library, no value of this type exists.
type List struct{}

// NewList panics.
func NewList([]string) *List { panic("uriparser: not available") }

// Parse panics.
func (*List) Parse(bool) (accepted, hostBytes int) { panic("uriparser: not available") }
