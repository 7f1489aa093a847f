module github.com/urispan/uri/examples/crawler

go 1.26.0

require (
	github.com/google/go-cmp v0.7.0
	github.com/urispan/uri v0.0.0
	go.etcd.io/bbolt v1.5.0
	golang.org/x/net v0.62.0
	golang.org/x/term v0.47.0
	golang.org/x/text v0.43.0
)

require golang.org/x/sys v0.49.0 // indirect

replace github.com/urispan/uri => ../..
