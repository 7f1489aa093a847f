package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/urispan/uri/find"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/host/lookalike"
	"github.com/urispan/uri/host/suffix"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/internal/ucd"
	"github.com/urispan/uri/iri"
	"github.com/urispan/uri/whatwg"
)

// tableVersions are the versions of the standards and data in the program, by the names that the script .ci/tables and
// CONTRIBUTING.md give to them.
var tableVersions = []struct{ table, version, about string }{
	{"whatwg", whatwg.StandardCommit, "commit of the URL Standard and its special schemes"},
	{"idna", idna.UnicodeVersion, "Unicode of domain names (UTS 46)"},
	{"nfc", iri.UnicodeVersion, "Unicode of normalized IRIs (UAX 15)"},
	{"lookalike", lookalike.UnicodeVersion, "Unicode of confusable characters (UTS 39)"},
	{"scripts", ucd.UnicodeVersion, "Unicode of scripts and categories"},
	{"suffix", suffix.Version, "date of the Public Suffix List"},
	{"ports", schemes.PortsDate, "date of IANA's registry, for default ports"},
	{"schemes", find.SchemesDate, "date of IANA's registry, for the schemes of find"},
	{"links", find.UnicodeVersion, "Unicode of addresses in text (UTS 58)"},
}

// version returns the answer to -version: the version of the module, which the Go command has written into the program,
// the version of Go, and the system. An unknown version is "(devel)". A line for each of tableVersions follows.
func version() string {
	module := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		module = info.Main.Version
	}
	var b strings.Builder
	fmt.Fprintf(&b, "uri %s (%s, %s/%s)\n", module, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	for _, t := range tableVersions {
		fmt.Fprintf(&b, "%-9s  %-10s  %s\n", t.table, t.version, t.about)
	}
	return b.String()
}
