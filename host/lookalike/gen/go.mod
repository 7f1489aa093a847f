module github.com/urispan/uri/host/lookalike/gen

go 1.26.0

require (
	go.mau.fi/util v0.9.4
	golang.org/x/text v0.32.0
)
