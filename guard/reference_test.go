package guard

import (
	"maps"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/test/kit"
)

var (
	dnsName       = regexp.MustCompile(`^(?i:` + dnsLabel + `(\.` + dnsLabel + `)*\.?)$`)
	dottedDecimal = regexp.MustCompile(`^[0-9]+\.[0-9]+\.[0-9]+\.[0-9]+\.?$`)
	localhostName = regexp.MustCompile(`^(?i:(.*\.)?localhost\.?)$`)
	doubleEncoded = regexp.MustCompile(`%25([0-9A-Fa-f]|%3[0-9]|%[46][1-6]){2}`)
	leadingZeros  = regexp.MustCompile(`^0+[0-9]`)
	userinfoStart = regexp.MustCompile(`^[^:%]*`)
	pathBreaks    = regexp.MustCompile(encodedBreak + `|/`)
	queryBreaks   = regexp.MustCompile(encodedBreak + `|/|[&;=]`)
	isEncoded     = regexp.MustCompile(`^(` + encodedBreak + `)$`)
	encodedDot    = strings.NewReplacer("%2e", ".", "%2E", ".")
	semicolon     = strings.NewReplacer("%3b", ";", "%3B", ";", "%00", ";") // or what ends a name as a semicolon does
	bidiControl   = regexp.MustCompile(`%D8%9C|%E2%80%(8[EF]|A[A-E])|%E2%81%A[6-9]`)
	overlongUTF8  = regexp.MustCompile(overlongForms)
	otherControl  = regexp.MustCompile(`%(0[1-9BCEF]|1[0-9A-F]|7F)|%C2%[89][0-9A-F]`)
)

// overlongForms has ".", "/", "\" and NUL in two to six octets: 2E, 2F and 00 end in 0AE, 0AF and 080, and 5C in 19C.
const overlongForms = `%C0%(AE|AF|80)|%C1%9C|%(E0|F0%80|F8%80%80|FC%80%80%80)%(80%(AE|AF|80)|81%9C)`

const (
	dnsLabel     = `[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?`
	encodedBreak = `%2[fF]|%5[cC]`
)

func isDNSName(name string) bool {
	return dnsName.MatchString(name) && !dottedDecimal.MatchString(name) && len(strings.TrimSuffix(name, ".")) <= 253
}

// hazardExamples maps each hazard to a URI that has it. The quick checks accept the scheme of the URI.
var hazardExamples = maps.Collect(kit.Pairs[Hazards, string]("reference.txt", "hazardExamples", map[string]any{
	"long": "https://www.example.com/" + strings.Repeat("a", 8000),
}))

// referenceAudit returns the hazards of u except HazardDiffers. It is slow and readable, written from the documentation of
// the hazards with decoded strings, regular expressions and maps. Other tests compare with other parsers.
func referenceAudit(u uri.URI) (h Hazards) {
	set := func(hazard Hazards, ok bool) {
		if ok {
			h |= hazard
		}
	}
	set(HazardTooLong, len(u.String()) > 8000)
	userinfo, ok := u.Userinfo()
	set(HazardUserinfo, ok)
	name := userinfoStart.FindString(userinfo)
	_, err := netip.ParseAddr(name)
	inner := strings.Contains(strings.TrimSuffix(name, "."), ".") && name[0] != '.'
	_, _, isAddr := host.ParseAddr(name)
	set(HazardUserinfoHost, inner && (isDNSName(name) || err == nil || isAddr) ||
		localhostName.MatchString(name))
	if name, ok := u.Host(); ok {
		h |= referenceHostHazards(u, name)
	}
	if port, ok := u.Port(); ok {
		n, err := strconv.ParseUint(port, 10, 64)
		set(HazardPortEmpty, port == "")
		set(HazardPortZero, port != "" && err == nil && n == 0)
		set(HazardPortRange, port != "" && (err != nil || n > 65535))
		set(HazardPortZeros, leadingZeros.MatchString(port))
	}
	query, _ := u.Query()
	for _, part := range []string{u.Path(), query} {
		lower := strings.ToLower(part)
		set(HazardEncodedSlash, strings.Contains(lower, "%2f"))
		set(HazardEncodedBackslash, strings.Contains(lower, "%5c"))
		set(HazardEncodedNUL, strings.Contains(lower, "%00"))
		set(HazardEncodedCR, strings.Contains(lower, "%0d"))
		set(HazardEncodedLF, strings.Contains(lower, "%0a"))
		set(HazardDoubleEncoding, doubleEncoded.MatchString(part))
		set(HazardSemicolon, strings.Contains(part, ";"))
		set(HazardEncodedSemicolon, strings.Contains(lower, "%3b"))
		set(HazardEncodedControl, otherControl.MatchString(strings.ToUpper(part)))
		set(HazardEncodedBidi, bidiControl.MatchString(strings.ToUpper(part)))
		set(HazardEncodedNotUTF8, !utf8.ValidString(decodedText(part)))
		set(HazardOverlongUTF8, overlongUTF8.MatchString(strings.ToUpper(part)))
	}
	for segment := range strings.SplitSeq(u.Path(), "/") {
		name, _, _ := strings.Cut(segment, ";")
		set(HazardDotSegment, name == "." || name == "..")
	}
	set(HazardDoubleSlash, strings.Contains(u.Path(), "//"))
	set(HazardEncodedDotSegment, hasEncodedDots(u.Path(), pathBreaks, ".", ".."))
	set(HazardEncodedDotSegment, hasEncodedDots(query, queryBreaks, ".."))
	keys := map[string]int{}
	for pair := range (uri.QuerySyntax{}).Pairs(query) {
		if pair.Key != "" || pair.HasValue {
			keys[decodedText(strings.ReplaceAll(pair.Key, "+", "%20"))]++
		}
	}
	set(HazardRepeatedKey, len(keys) > maxKeys)
	for _, n := range keys {
		set(HazardRepeatedKey, n > 1)
	}
	return h
}

// hasEncodedDots reports whether the text between two separators of part is an encoded dot segment.
func hasEncodedDots(part string, breaks *regexp.Regexp, dots ...string) bool {
	lo, wasEncoded := 0, false
	check := func(piece string, encoded bool) bool {
		name, _, _ := strings.Cut(semicolon.Replace(piece), ";")
		if strings.HasPrefix(piece, name+"%") {
			encoded = true // the semicolon
		}
		plain := encodedDot.Replace(name)
		return slices.Contains(dots, plain) && (plain != name || encoded)
	}
	for _, at := range breaks.FindAllStringIndex(part, -1) {
		is := isEncoded.MatchString(part[at[0]:at[1]])
		if check(part[lo:at[0]], is || wasEncoded) {
			return true
		}
		lo, wasEncoded = at[1], is
	}
	return check(part[lo:], wasEncoded)
}

func referenceHostHazards(u uri.URI, name string) (h Hazards) {
	if name == "" {
		return HazardEmptyHost
	}
	if addr, err := u.HostAddr(); err == nil {
		return classHazards(host.ClassOf(addr))
	}
	if !isDNSName(name) {
		h |= HazardNotDNSHost
	}
	if name[0] == '[' {
		return h
	}
	decodedHost := decodedText(name)
	if decodedHost != name {
		h |= HazardPercentHost
	}
	if strings.HasSuffix(decodedHost, ".") {
		h |= HazardTrailingDot
	}
	addr, unusual, isAddr := host.ParseAddr(name) // has its own tests
	if unusual {
		h |= HazardUnusualIPv4
	}
	if isAddr {
		h |= classHazards(host.ClassOf(addr))
	}
	if localhostName.MatchString(decodedHost) {
		h |= HazardLoopback
	}
	return h
}

// classHazards returns the hazards of a class of addresses.
func classHazards(c host.AddressClass) (h Hazards) {
	for class, hazard := range map[host.AddressClass]Hazards{
		host.ClassLoopback: HazardLoopback, host.ClassPrivate: HazardPrivate, host.ClassLinkLocal: HazardLinkLocal,
		host.ClassUnspecified: HazardUnspecified, host.ClassMulticast: HazardMulticast, host.ClassShared: HazardShared,
		host.ClassReserved: HazardReserved, host.ClassEmbeddedIPv4: HazardEmbeddedIPv4,
	} {
		if c&class != 0 {
			h |= hazard
		}
	}
	return h
}
