//go:build !amd64 || purego

package fsm

// Glance returns which parts of s need a closer look, as SuspectsOf does, where r is what Scan said of s. It may name
// more of them where that is quicker.
func Glance(s string, r *Ranges) Suspects { return SuspectsOf(s, r) }
