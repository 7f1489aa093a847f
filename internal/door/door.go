// Package door lets other packages of this module into package uri: what is alike in URIs and IRIs is written there,
// and once. The function of package uri that takes a Key is for this module alone, since nobody else can name one.
package door

// A Key opens. It has a field that others cannot name, lest a struct{}{} of theirs be one.
type Key struct{ _ bool }
