// Package re2go has scanners that re2go made from the files *.re.
package re2go

//go:generate re2go --tags -W -o date.go date.re
//go:generate re2go --tags -W -o media.go media.re
//go:generate re2go --tags -W -o uri.go uri.re
//go:generate re2go --tags -W -o urn.go urn.re
