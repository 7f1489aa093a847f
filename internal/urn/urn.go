// Package urn reads URNs (RFC 8141): the namespace identifier, the string in the namespace, and the components after
// "?+", "?=" and "#". [URN] and [ParseURN] are generated from the grammar of the RFC.
package urn

//go:generate go run github.com/urispan/uri/cmd/gentables -scanner -package urn -o zurn.go ../../cmd/gentables/grammars/rfc8141.abnf
