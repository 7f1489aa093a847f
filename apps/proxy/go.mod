module github.com/urispan/uri/apps/proxy

go 1.26.0

require github.com/urispan/uri v0.0.0

require (
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)

replace github.com/urispan/uri => ../..
