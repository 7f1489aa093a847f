package hostile

import (
	"math/rand/v2"
	"strings"

	"github.com/urispan/uri"
)

// These are the parts of random references, for each component: harmless ones, hazards, and almost hazards.
var (
	someSchemes = strings.Fields("http: https: http: https: HTTP: ws: wss: ftp: file: File: x: a+b: mailto: urn: foo:")
	someUsers   = strings.Fields(`a joe : : %40 %2F %3a %5C b.c www.example.com 1.2.3.4 localhost ! = ; & $ ~ _ - 0
		%00`)
	someLabels = strings.Fields(`a B c C example com net . . . . - -- _ ~ 0 1 12 256 08 0x 0X7f f xn-- xn--9ca XN--a
		localhost LOCALHOST ! $ & ' ( ) * + , ; = %41 %2e %2E %c3%a9 %25 %2541 %00 %ff %E2%80%8D %C2%AD %EF%BC%91 %30
		%6Cocalhost %31 %58n--a %7c %20
		twoalikemakemorethanthesixtythreeofalabel`)
	someNumbers = strings.Fields(`. . . . 0 1 9 10 127 192 168 169 254 255 256 0x 0x7f 0X 017 08 00 2130706433
		4294967295 4294967296 18446744073709551616 99999999999999999999 a x - + %2e %30 %31 %20 f`)
	someLiterals = strings.Fields(`[::] [::1] [::ffff:127.0.0.1] [::ffff:8.8.8.8] [::127.0.0.1] [64:ff9b::10.0.0.1]
		[2002:7f00:1::] [fe80::1] [fc00::] [ff02::1] [2001:DB8::] [2606:4700::1111] [1:0:0:2::] [0:0::0001] [v1.a]
		[V9F.:] [1:2:3:4:5:6:7:8]`)
	somePorts = strings.Fields(`: :80 :443 :21 :0 :00 :000 :080 :0443 :8080 :65535 :65536 :065536 :99999
		:18446744073709551617`)
	somePaths = strings.Fields(`/ / / / / // a b index.html . .. ... %2e %2E %2e%2e .%2e %2f %2F %5c %5C %00 %0d %0D
		%0a %0A %25 %252e %25% %2541 %25g %2525 : C: c: ; ;a=b ..; %3B %3b %09 %C2%85 %E2%80%AE @ ' * %2A %2a %41 %7e ~ ! $ & , = -`)
	someQueries = strings.Fields(`a b a=1 b=2 a= = & & & & ; ' ? / // . .. ../ %2e %2e%2e ..%2f %2F %5c %00 %0D %0a
		%25 %252F %3B %09 %E2%80%AE %61 %61= %41 + %2B %26 %3d %27 : @ !`)
	someFragments = strings.Fields("a b / ? ' %41 %2F %00 ; & = ..")
)

// RandomReference returns a reference that is likely to contain hazards of package guard. A third of the references are
// mutated.
func RandomReference(r *rand.Rand) string {
	for {
		s := composed(r)
		for r.IntN(3) == 0 {
			s = mutated(r, s)
		}
		if _, err := uri.Parse(s); err == nil {
			return s
		}
	}
}

// composed returns a reference. Each component is defined or not, and consists of any number of parts.
func composed(r *rand.Rand) string {
	var b strings.Builder
	some := func(n int, list []string) {
		for range n {
			b.WriteString(list[r.IntN(len(list))])
		}
	}
	if r.IntN(4) > 0 {
		some(1, someSchemes)
	}
	if r.IntN(4) > 0 {
		b.WriteString("//")
		if r.IntN(6) == 0 {
			some(r.IntN(4), someUsers)
			b.WriteString("@")
		}
		switch r.IntN(6) {
		case 0:
			some(1, someLiterals)
		case 1:
			some(r.IntN(8), someNumbers)
		case 2:
			b.WriteString("www.example.com")
		default:
			some(r.IntN(6), someLabels)
		}
		if r.IntN(4) == 0 {
			some(1, somePorts)
		}
	}
	if r.IntN(8) > 0 {
		some(r.IntN(8), somePaths)
	}
	if r.IntN(3) == 0 {
		b.WriteString("?")
		some(r.IntN(8), someQueries)
	}
	if r.IntN(5) == 0 {
		b.WriteString("#")
		some(r.IntN(3), someFragments)
	}
	return b.String()
}

// mutated returns s with a byte removed, inserted or replaced, or a stretch repeated.
func mutated(r *rand.Rand, s string) string {
	const bytes = "/:?#@%.;&='-+*0129aAfFx[]"
	if s == "" {
		return s
	}
	i, c := r.IntN(len(s)), bytes[r.IntN(len(bytes))]
	switch r.IntN(4) {
	case 0:
		return s[:i] + s[i+1:]
	case 1:
		return s[:i] + string(c) + s[i:]
	case 2:
		return s[:i] + string(c) + s[i+1:]
	}
	return s[:i] + s[i:] + s[i:]
}
