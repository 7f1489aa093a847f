module github.com/urispan/uri/bench

go 1.26.0

require (
	github.com/PuerkitoBio/goquery v1.13.0
	github.com/PuerkitoBio/purell v1.2.1
	github.com/dunglas/go-urlpattern v1.0.0
	github.com/fredbi/uri v1.1.1
	github.com/go-chi/chi/v5 v5.5.0
	github.com/julienschmidt/httprouter v1.3.0
	github.com/nlnwa/whatwg-url v0.6.2
	github.com/pandatix/go-abnf v0.5.5
	github.com/temoto/robotstxt v1.1.2
	github.com/urispan/uri v0.0.0
	github.com/valyala/fasthttp v1.55.0
	github.com/yosida95/uritemplate/v3 v3.0.2
	golang.org/x/net v0.62.0
	golang.org/x/perf v0.0.0-20260908200009-22c9c6c9d4da
	mvdan.cc/xurls/v2 v2.6.0
)

require (
	github.com/aclements/go-moremath v0.0.0-20210112150236-f10218a38794 // indirect
	github.com/andybalholm/brotli v1.1.0 // indirect
	github.com/andybalholm/cascadia v1.3.4 // indirect
	github.com/bits-and-blooms/bitset v1.24.4 // indirect
	github.com/klauspost/compress v1.17.9 // indirect
	github.com/valyala/bytebufferpool v1.0.0 // indirect
	golang.org/x/exp v0.0.0-20260824195058-e88cd73687aa // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)

replace github.com/urispan/uri => ../

tool golang.org/x/perf/cmd/benchstat
