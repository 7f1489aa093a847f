// Package door lets package iri into package uri: what is alike in URIs and IRIs is written there, and once. Functions of
// package uri that take a Key are for this module alone, since nobody else can name one.
package door

// A Key opens. It has a field that others cannot name, lest a struct{}{} of theirs be one.
type Key struct{ _ bool }
