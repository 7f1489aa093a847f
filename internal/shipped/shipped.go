// Package shipped has the scanners of the grammars that ship with gentables, for tests, except URNs, which
// internal/urn has. Programs make their own from the grammar files.
package shipped

//go:generate go run github.com/urispan/uri/cmd/gentables -scanner -package shipped -o zrfc3339.go ../../cmd/gentables/grammars/rfc3339.abnf
//go:generate go run github.com/urispan/uri/cmd/gentables -scanner -package shipped -o zrfc5545.go ../../cmd/gentables/grammars/rfc5545.abnf
//go:generate go run github.com/urispan/uri/cmd/gentables -scanner -package shipped -o zrfc9110.go ../../cmd/gentables/grammars/rfc9110.abnf
//go:generate go run github.com/urispan/uri/cmd/gentables -scanner -package shipped -o zrfc9651.go ../../cmd/gentables/grammars/rfc9651.abnf
//go:generate go run github.com/urispan/uri/cmd/gentables -scanner -package shipped -o zpurl.go ../../cmd/gentables/grammars/purl.abnf
//go:generate go run github.com/urispan/uri/cmd/gentables -scanner -package shipped -o zsemver.go ../../cmd/gentables/grammars/semver.abnf
//go:generate go run github.com/urispan/uri/cmd/gentables -scanner -o ztables.go ../../cmd/gentables/testdata/tables.abnf
