module github.com/urispan/uri/host/suffix/gen/psl

go 1.26.0

require github.com/weppos/publicsuffix-go v0.50.3

require (
	golang.org/x/net v0.50.0 // indirect
	golang.org/x/text v0.34.0 // indirect
)
