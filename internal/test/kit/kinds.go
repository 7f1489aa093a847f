package kit

import (
	"fmt"
	"strings"
)

// A Kind is a list of web addresses that browsers change, or read by other rules than most.
type Kind struct {
	Name       string
	References []string
}

// Kinds returns lists of 2,000 addresses for each kind.
func Kinds() (kinds []Kind) {
	for _, kind := range []struct {
		name    string
		address func(i int, host, path, rest string) string
	}{
		{"dot segments", func(i int, host, path, rest string) string {
			return "https://" + host + path + "/" + []string{"../", "./", "../../", "%2e%2e/"}[i%4] + word(i, 9) + rest
		}},
		{"tabs and newlines", func(i int, host, path, rest string) string {
			u := "https://" + host + path + rest
			n := len("https://") + i%(len(u)-len("https://"))
			return u[:n] + []string{"\t", "\n", "\r\n"}[i%3] + u[n:]
		}},
		{"default port", func(i int, host, path, rest string) string { return "https://" + host + ":443" + path + rest }},
		{"upper-case host", func(i int, host, path, rest string) string {
			return "https://" + strings.ToUpper(host[:1+i%len(host)]) + host[1+i%len(host):] + path + rest
		}},
		{"IPv4", func(i int, _, path, rest string) string {
			host := fmt.Sprintf("%d.%d.%d.%d", 1+i%223, i*7%256, i*31%256, i*5%256)
			switch i % 10 {
			case 3:
				host = fmt.Sprintf("0x%x.%d.%d", 1+i%223, i*7%256, i%65536)
			case 7:
				host = fmt.Sprintf("0%o.%d.%d.%d", 1+i%223, i*7%256, i*31%256, i*5%256)
			}
			return "http://" + host + path + rest
		}},
		{"spaces", func(i int, host, path, rest string) string {
			return "https://" + host + path + "/" + word(i, 5) + " " + word(i, 6) + rest + []string{"", " x"}[i%2]
		}},
		{"IDN", func(i int, host, path, rest string) string {
			return "https://" + []string{"bücher", "münchen", "例え", "пример", "café"}[i%5] + "." + host + path + rest
		}},
		{"user", func(i int, host, path, rest string) string {
			return fmt.Sprintf("https://user%d:pw%d@%s%s%s", i%97, i*31%1009, host, path, rest)
		}},
		{"percent", func(i int, host, path, rest string) string {
			return "https://" + host + path + []string{"/100%", "/%zz", "/caf%C3%A9/%", "/%2Fa/%2"}[i%4] + rest
		}},
	} {
		list := make([]string, 2000)
		for i := range list {
			host := []string{"www.", "", "cdn.", "shop."}[i%4] + strings.ReplaceAll(strings.ToLower(word(i, 1)), "_", "-") + ".example." + []string{"com", "org", "co.uk"}[i%3]
			path := ""
			for j := range 1 + i%5 {
				path += "/" + word(i, j)
			}
			rest := []string{"", "?id=" + fmt.Sprint(i), "?q=" + word(i, 7) + "&page=2", "#top"}[i*7%11%4]
			list[i] = kind.address(i, host, path, rest)
		}
		kinds = append(kinds, Kind{kind.name, list})
	}
	return kinds
}
