package main

// A row is one line of the table: a ratio of two benchmarks, or a measurement of one.
type row struct {
	what string

	// dir is the directory of the package of the benchmarks, from the root of the repository.
	dir string

	// bench is the name of a benchmark. If per is not empty, the row is the ratio of bench to the benchmark of this
	// name, which makes a pass over the same references.
	bench, per string

	// unit is the unit of the values that are compared. The default is ns/op.
	unit string

	// wanted is the goal: the greatest acceptable value or, if it is negative, the least one times -1.
	wanted float64
}

// rows lists the rows of the table. Package samples makes all lists of references but "web", which is the file web.txt
// that URI_CORPUS names or, without it, testdata/corpus.txt.
var rows = []row{
	{"Parse, keep the value, read Host / Scan", ".",
		"Parse/corpus=web/impl=uri-host", "Parse/corpus=web/impl=fsm", "", 1.5},
	{"Scan, the 42 references of RFC 5.4 / net/url", ".",
		"Parse/corpus=refs/impl=fsm", "Parse/corpus=refs/impl=net-url", "", 0.09},
	{"Parse and Host, the 42 references / net/url", ".",
		"Parse/corpus=refs/impl=uri-host", "Parse/corpus=refs/impl=net-url-host", "", 0.13},
	{"guard.Parse / Parse, web", "guard",
		"Parse/corpus=web/impl=guard", "Parse/corpus=web/impl=uri", "", 3.5},
	{"guard.Parse / Parse, file:// URLs", "guard",
		"Parse/corpus=file/impl=guard", "Parse/corpus=file/impl=uri", "", 3.5},
	{"guard.Parse / Parse, short references", "guard",
		"Parse/corpus=refs/impl=guard", "Parse/corpus=refs/impl=uri", "", 3.5},
	{"guard.Parse / Parse, long queries", "guard",
		"Parse/corpus=query/impl=guard", "Parse/corpus=query/impl=uri", "", 25},
	{"Parse and then Audit / Parse", "guard",
		"Parse/corpus=web/impl=uri-audit", "Parse/corpus=web/impl=uri", "", 3.5},
	{"Policy.Check, FetchRules / Parse", "guard",
		"Policy/corpus=web/impl=check", "Policy/corpus=web/impl=parse", "", 5},
	{"Policy.Check, 10,000 hosts / Parse", "guard",
		"Policy/corpus=web/impl=check-10000-hosts", "Policy/corpus=web/impl=parse", "", 5},
	{"Records over a buffer / Scan of the same records", "fsm",
		"Records/corpus=web/from=buffer", "Records/corpus=web/from=lines", "", 0.9},
	{"uri check, GB for a second of CPU time", "bench",
		"Program/task=check/corpus=web/impl=command", "", "GB/cpu-s", -2.0},
	{"uri normalize, GB for a second of CPU time", "bench",
		"Program/task=normalize/corpus=web/impl=command", "", "GB/cpu-s", -1.2},
	{"uri normalize -format '{{.output}}' / lines, CPU", "bench",
		"Program/task=normalize/corpus=web/impl=command-output", "Program/task=normalize/corpus=web/impl=command",
		"ns/uri", 1.3},
	{"uri split -format '{{.host}}' / lines, CPU", "bench",
		"Program/task=split/corpus=web/impl=command-host", "Program/task=split/corpus=web/impl=command", "ns/uri", 1.3},
	{"AppendNormalizedString / Scan, web", ".",
		"Normalize/corpus=web/impl=uri-string", "Normalize/corpus=web/impl=fsm", "", 1.4},
	{"AppendNormalizedString / Scan, file:// URLs", ".",
		"Normalize/corpus=file/impl=uri-string", "Normalize/corpus=file/impl=fsm", "", 1.6},
	{"Equal, where the spelling differs / where it does not", ".",
		"Equal/corpus=web/pair=spelled/impl=uri", "Equal/corpus=web/pair=same/impl=uri", "", 3},
	{"Hash, where the spelling differs / where it does not", ".",
		"Hash/corpus=web-spelled/impl=uri", "Hash/corpus=web/impl=uri", "", 3},
	{"hosts that are IPv6 literals, Scan / net/url", ".",
		"Parse/corpus=ipv6/impl=fsm", "Parse/corpus=ipv6/impl=net-url", "", 0.10},
	{"rejecting / accepting", ".",
		"Reject/corpus=web/input=reject/impl=fsm", "Reject/corpus=web/input=accept/impl=fsm", "", 1.0},
	{"lookalike.Check, the slowest list, ns for a byte", "host/lookalike",
		"Check/corpus=long-mixed/impl=lookalike", "", "ns/byte", 120},
	{"registrable domain of a host / x/net/publicsuffix", "host/suffix",
		"Registrable/corpus=web/impl=suffix", "Registrable/corpus=web/impl=x-net", "", 0.07},
	{"is this host a DNS name / Scan of its URL", "host",
		"CheckName/corpus=web/impl=host", "CheckName/corpus=web/impl=fsm", "", 1.2},
	{"WithFragment / Parse", ".",
		"With/corpus=web/impl=fragment", "With/corpus=web/impl=parse", "", 10},
	{"WithPath / Parse", ".",
		"With/corpus=web/impl=path", "With/corpus=web/impl=parse", "", 10},
	{"neturl.From / url.URL's String", "neturl",
		"From/corpus=web/impl=uri", "From/corpus=web/impl=net-url", "", 2.2},
	{"Parse and neturl.To / url.Parse", "neturl",
		"To/corpus=web/impl=uri", "To/corpus=web/impl=net-url", "", 0.75},
	{"the log pipeline / the same with net/url and x/net/publicsuffix, CPU", "bench",
		"Program/task=log/corpus=web/impl=uri", "Program/task=log/corpus=web/impl=net-url", "ns/uri", 0.35},
	{"expanding a URI template, values from a function / yosida95", "bench",
		"TemplateExpand/impl=uri", "TemplateExpand/impl=yosida95", "", 0.3},
	{"matching a URI template / yosida95", "bench",
		"TemplateMatch/impl=uri", "TemplateMatch/impl=yosida95", "", 0.02},
	{"testing a URL pattern, simple / go-urlpattern", "bench",
		"Pattern/op=test/pattern=simple/impl=urlpattern", "Pattern/op=test/pattern=simple/impl=go-urlpattern", "", 0.025},
	{"testing a URL pattern, wildcard / go-urlpattern", "bench",
		"Pattern/op=test/pattern=wildcard/impl=urlpattern", "Pattern/op=test/pattern=wildcard/impl=go-urlpattern", "", 0.025},
	{"testing a URL pattern, named / go-urlpattern", "bench",
		"Pattern/op=test/pattern=named/impl=urlpattern", "Pattern/op=test/pattern=named/impl=go-urlpattern", "", 0.025},
	{"testing a URL pattern, regex / go-urlpattern", "bench",
		"Pattern/op=test/pattern=regex/impl=urlpattern", "Pattern/op=test/pattern=regex/impl=go-urlpattern", "", 0.025},
	{"testing a URL pattern, miss / go-urlpattern", "bench",
		"Pattern/op=test/pattern=miss/impl=urlpattern", "Pattern/op=test/pattern=miss/impl=go-urlpattern", "", 0.025},
	{"finding the route of a URL, GitHub's API / httprouter, CPU", "bench",
		"Routes/routes=github/impl=set", "Routes/routes=github/impl=httprouter", "ns/uri", 3},
	{"finding the pattern of a URL, 100 hosts with 100 paths, ns of CPU", "bench",
		"Routes/routes=hosts/impl=set", "", "ns/uri", 2000},
	{"finding the pattern of a URL, 10,000 wildcards, ns of CPU", "bench",
		"Routes/routes=wildcards/impl=set", "", "ns/uri", 2000},
}
