module github.com/urispan/uri/mutate

go 1.26.0
