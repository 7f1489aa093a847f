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
	{"Policy.Check, FetchRules / Parse", "guard",
		"Policy/corpus=web/impl=check", "Policy/corpus=web/impl=parse", "", 5},
	{"Policy.Check, 10,000 hosts / Parse", "guard",
		"Policy/corpus=web/impl=check-10000-hosts", "Policy/corpus=web/impl=parse", "", 5},
	{"uri check, GB for a second of CPU time", "bench",
		"Program/task=check/corpus=web/impl=command", "", "GB/cpu-s", -2.0},
	{"uri normalize, GB for a second of CPU time", "bench",
		"Program/task=normalize/corpus=web/impl=command", "", "GB/cpu-s", -1.2},
	{"uri normalize -format '{{.output}}' / uri normalize, CPU", "bench",
		"Program/task=normalize/corpus=web/impl=command-output", "Program/task=normalize/corpus=web/impl=command",
		"ns/uri", 1.3},
	{"uri split -format '{{.host}}' / lines, CPU", "bench",
		"Program/task=split/corpus=web/impl=command-host", "Program/task=split/corpus=web/impl=command", "ns/uri", 1.3},
	{"AppendNormalizedString / Scan, web", ".",
		"Normalize/corpus=web/impl=uri-string", "Normalize/corpus=web/impl=fsm", "", 1.4},
	{"AppendNormalizedString / Scan, file:// URLs", ".",
		"Normalize/corpus=file/impl=uri-string", "Normalize/corpus=file/impl=fsm", "", 1.6},
	{"AppendNormalizedString / net/url with String, messy", "bench/messy",
		"Normalize/corpus=messy/impl=uri-string", "Normalize/corpus=messy/impl=net-url", "", 0.167},
	{"hosts that are IPv6 literals, Scan / net/url", ".",
		"Parse/corpus=ipv6/impl=fsm", "Parse/corpus=ipv6/impl=net-url", "", 0.10},
	{"lookalike.Check, the slowest list, ns for a byte", "host/lookalike",
		"Check/corpus=long-mixed/impl=lookalike", "", "ns/byte", 120},
	{"registrable domain of a host / x/net/publicsuffix", "host/suffix",
		"Registrable/corpus=web/impl=suffix", "Registrable/corpus=web/impl=x-net", "", 0.07},
	{"is this host a DNS name / Scan of its URL", "host",
		"CheckName/corpus=web/impl=host", "CheckName/corpus=web/impl=fsm", "", 1.2},
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
	{"find, HTML / counting the colons", "bench",
		"Find/corpus=html/impl=find", "Find/corpus=html/impl=bytes-count", "", 6},
	{"find, access log / counting the colons", "bench",
		"Find/corpus=log/impl=find", "Find/corpus=log/impl=bytes-count", "", 8},
	{"find, access log in JSON / counting the colons", "bench",
		"Find/corpus=log-json/impl=find", "Find/corpus=log-json/impl=bytes-count", "", 8},
	{"find, access log, the syntax of the web / find", "bench",
		"Find/corpus=log/impl=find-web", "Find/corpus=log/impl=find", "", 1.25},
	{"find with hosts and e-mails, HTML / counting the colons", "bench",
		"Find/corpus=html/impl=find-hosts", "Find/corpus=html/impl=bytes-count", "", 25},
	{"find with hosts and e-mails, access log / counting the colons", "bench",
		"Find/corpus=log/impl=find-hosts", "Find/corpus=log/impl=bytes-count", "", 25},
	{"find, HTML / regexp", "bench",
		"Find/corpus=html/impl=find", "Find/corpus=html/impl=regexp", "", 0.05},
	{"find, access log / regexp", "bench",
		"Find/corpus=log/impl=find", "Find/corpus=log/impl=regexp", "", 0.05},
	{"find, access log / xurls.Strict", "bench",
		"Find/corpus=log/impl=find", "Find/corpus=log/impl=xurls", "", 0.0005},
	{"find.Reader / find in one buffer, access log", "find",
		"Find/corpus=log/impl=stream", "Find/corpus=log/impl=find", "", 2},
	{"uri find / ripgrep, HTML, CPU", "bench",
		"FindProgram/corpus=html/impl=uri", "FindProgram/corpus=html/impl=rg", "ns/uri", 0.4},
	{"uri find / ripgrep, access log, CPU", "bench",
		"FindProgram/corpus=log/impl=uri", "FindProgram/corpus=log/impl=rg", "ns/uri", 0.28},
	{"redacting an access log, MB/s", "find",
		"Redact/log=plain", "", "MB/s", -2000},
	{"redacting an access log with a secret in each line, MB/s", "find",
		"Redact/log=secrets", "", "MB/s", -500},
}
