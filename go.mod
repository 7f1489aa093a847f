module github.com/urispan/uri

go 1.25.0

require (
	github.com/google/go-cmp v0.7.0
	golang.org/x/net v0.58.0
	golang.org/x/sys v0.47.0
	golang.org/x/text v0.41.0
)

require (
	github.com/aclements/go-moremath v0.0.0-20210112150236-f10218a38794 // indirect
	golang.org/x/perf v0.0.0-20250813145418-2f7363a06fe1 // indirect
)

tool golang.org/x/perf/cmd/benchstat
