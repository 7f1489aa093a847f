module github.com/urispan/uri/find/gen/facts

go 1.26.0

require mvdan.cc/xurls/v2 v2.6.0
