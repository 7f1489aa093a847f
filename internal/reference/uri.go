package reference

// NewURI is a func(s string, r fsm.Ranges) uri.URI, which package uri sets. It returns the URI with the text s and the
// ranges r of s, without a scan. Other packages of this module call it for texts that they have scanned.
var NewURI any

// ParseURI is a func(p fsm.Production, s string) (u uri.URI, n int, ok bool), which package uri sets. It scans s as
// [fsm.ScanAs] does. If s is valid, it returns the URI with the text s.
var ParseURI any
