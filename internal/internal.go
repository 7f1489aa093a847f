// Package internal defines the Key to the parts of package uri that only the other packages of this module may use.
// Other modules cannot import this package, and so cannot make a Key.
package internal

// A Key is the argument of uri.Internal. Its field keeps a struct{}{} of another package from being a Key.
type Key struct{ _ bool }
