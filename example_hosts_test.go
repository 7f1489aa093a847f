package uri_test

import (
	"fmt"
	"strings"

	"github.com/urispan/uri"
)

// splitHosts returns a URI for each host of a connection string, such as MongoDB and PostgreSQL have. These list
// several hosts, but a URI has one.
func splitHosts(text string) (list []uri.URI, err error) {
	scheme, rest, _ := strings.Cut(text, "//")
	path := ""
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest, path = rest[:i], rest[i:]
	}
	hosts := strings.LastIndexByte(rest, '@') + 1
	for _, hostPort := range strings.Split(rest[hosts:], ",") {
		u, err := uri.Parse(scheme + "//" + rest[:hosts] + hostPort + path)
		if err != nil {
			return nil, err
		}
		list = append(list, u)
	}
	return list, nil
}

// A connection string with several hosts is not a URI. This program makes one URI for each host.
func Example_hosts() {
	list, err := splitHosts("mongodb://joe@db1.example:27017,db2.example:27018/shop?replicaSet=a")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, u := range list {
		hostPort, _ := u.HostPort()
		fmt.Println(hostPort, u.Path())
	}
	// Output:
	// db1.example:27017 /shop
	// db2.example:27018 /shop
}
