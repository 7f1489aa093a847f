package whatwg

import (
	"slices"
	"strconv"
	"strings"

	"github.com/urispan/uri/host"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/schemes"
)

// The reference parser is the basic URL parser (section 4.4) as the standard writes it: code point by code point, with a
// buffer, a record of components and a serializer. It shares with the package only what other tests check: the
// percent-encode sets, the decoding of UTF-8, and the parsers of domains and addresses.

// A refRecord is a URL record (section 4.1). A nil pointer is null.
type refRecord struct {
	scheme, username, password string
	host, query, fragment      *string
	port                       int // -1 is null
	path                       []string
	opaque                     bool // path[0] is the opaque path
}

func (u *refRecord) special() bool { return schemes.LowerKindOf(u.scheme).IsSpecial() }

func (u *refRecord) shorten() {
	if u.scheme == "file" && len(u.path) == 1 && len(u.path[0]) == 2 && isRefLetter(u.path[0][0]) && u.path[0][1] == ':' {
		return
	}
	if len(u.path) > 0 {
		u.path = u.path[:len(u.path)-1]
	}
}

func isRefLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isRefDrive(s string) bool {
	return len(s) == 2 && isRefLetter(s[0]) && (s[1] == ':' || s[1] == '|')
}

func startsWithRefDrive(s string) bool {
	return len(s) >= 2 && isRefDrive(s[:2]) && (len(s) == 2 || strings.ContainsRune(`/\?#`, rune(s[2])))
}

// answer serializes u (section 4.5).
func (u *refRecord) answer() answer {
	out := u.scheme + ":"
	o := ranges.Offsets{SchemeEnd: uint32(len(u.scheme))}
	at := func() uint32 { return uint32(len(out)) }
	if u.host != nil {
		out += "//"
		o.Authority = at()
		if u.username != "" || u.password != "" {
			out += u.username
			if u.password != "" {
				out += ":" + u.password
			}
			out += "@"
		}
		o.Host = at()
		out += *u.host
		o.HostEnd = at()
		if u.port >= 0 {
			out += ":" + strconv.Itoa(u.port)
		}
	} else if !u.opaque && len(u.path) > 1 && u.path[0] == "" {
		out += "/."
	}
	o.Path = at()
	if u.host == nil {
		o.HostEnd = o.Path
	}
	if u.opaque {
		out += u.path[0]
	} else {
		for _, segment := range u.path {
			out += "/" + segment
		}
	}
	o.PathEnd = at()
	if u.query != nil {
		out += "?" + *u.query
	}
	o.QueryEnd = at()
	if u.fragment != nil {
		out += "#" + *u.fragment
	}
	o.End = at()
	return answer{true, out, o}
}

// parseHost is the host parser (section 3.5) with the host serializer.
func (u *refRecord) parseHost(input string) bool {
	var out []byte
	switch {
	case strings.HasPrefix(input, "["):
		inside, ok := strings.CutSuffix(input[1:], "]")
		addr, _, fault := hostname.ParseIPv6(inside)
		if !ok || fault != 0 {
			return false
		}
		out = append(hostname.AppendIPv6([]byte("["), addr), ']')
	case !u.special():
		if strings.ContainsAny(input, "\x00\t\n\r #/:<>?@[\\]^|") {
			return false
		}
		out = c0ControlSet.AppendText(nil, input)
	default:
		domain, err := idna.Browser.AppendASCII(nil, string(octet.AppendLenient(nil, input)))
		if err != nil || strings.ContainsAny(string(domain), "\x00\t\n\r #/:<>?@[\\]^|%\x7f") {
			return false
		}
		addr, unusual, ok := host.ParseAddr(string(domain))
		if unusual && !ok {
			return false
		}
		if out = domain; ok {
			out = addr.AppendTo(nil)
		}
	}
	text := string(out)
	u.host = &text
	return true
}

// refParse returns the result of the basic URL parser. base is nil for null.
func refParse(p Parser, base *refRecord, input string) *refRecord {
	u := &refRecord{port: -1}
	chars := splitChars(p, strings.Trim(input, refC0AndSpace))
	state, buffer := schemeStartState, ""
	atSign, brackets, passwordToken := false, false, false
	for pointer := 0; ; pointer++ {
		c := "" // the EOF code point
		if pointer < len(chars) {
			c = chars[pointer]
		}
		from := func(n int) string { return strings.Join(chars[min(n, len(chars)):], "") }
		isSlash := c == "/" || c == `\` && u.special()
		ends := c == "" || c == "/" || c == "?" || c == "#" || c == `\` && u.special()
		switch state {
		case schemeStartState:
			if c != "" && isRefLetter(c[0]) {
				buffer, state = buffer+strings.ToLower(c), schemeState
			} else {
				state = noSchemeState
				pointer--
			}
		case schemeState:
			switch {
			case len(c) == 1 && (isRefLetter(c[0]) || strings.Contains("0123456789+-.", c)):
				buffer += strings.ToLower(c)
			case c == ":":
				u.scheme, buffer = buffer, ""
				switch {
				case u.scheme == "file":
					state = fileState
				case u.special() && base != nil && base.scheme == u.scheme:
					state = specialRelativeOrAuthorityState
				case u.special():
					state = specialAuthoritySlashesState
				case strings.HasPrefix(from(pointer+1), "/"):
					state = pathOrAuthorityState
					pointer++
				default:
					u.path, u.opaque, state = []string{""}, true, opaquePathState
				}
			default:
				buffer, state, pointer = "", noSchemeState, -1
			}
		case noSchemeState:
			switch {
			case base == nil || base.opaque && c != "#":
				return nil
			case base.opaque:
				u.scheme, u.path, u.opaque, u.query, u.fragment = base.scheme, slices.Clone(base.path), true, base.query, new(string)
				state = fragmentState
			case base.scheme != "file":
				state = relativeState
				pointer--
			default:
				state = fileState
				pointer--
			}
		case specialRelativeOrAuthorityState:
			if c == "/" && strings.HasPrefix(from(pointer+1), "/") {
				state = specialAuthorityIgnoreSlashesState
				pointer++
			} else {
				state = relativeState
				pointer--
			}
		case pathOrAuthorityState:
			if c == "/" {
				state = authorityState
			} else {
				state = pathState
				pointer--
			}
		case relativeState:
			u.scheme = base.scheme
			switch {
			case c == "/", u.special() && c == `\`:
				state = relativeSlashState
			default:
				u.username, u.password, u.host, u.port = base.username, base.password, base.host, base.port
				u.path, u.query = slices.Clone(base.path), base.query
				state, pointer = u.afterBasePath(c, state, pointer)
			}
		case relativeSlashState:
			switch {
			case u.special() && isSlash:
				state = specialAuthorityIgnoreSlashesState
			case c == "/":
				state = authorityState
			default:
				u.username, u.password, u.host, u.port = base.username, base.password, base.host, base.port
				state = pathState
				pointer--
			}
		case specialAuthoritySlashesState:
			state = specialAuthorityIgnoreSlashesState
			if c == "/" && strings.HasPrefix(from(pointer+1), "/") {
				pointer++
			} else {
				pointer--
			}
		case specialAuthorityIgnoreSlashesState:
			if c != "/" && c != `\` {
				state = authorityState
				pointer--
			}
		case authorityState:
			switch {
			case c == "@":
				if atSign {
					buffer = "%40" + buffer
				}
				atSign = true
				for _, char := range splitChars(p, buffer) {
					switch {
					case char == ":" && !passwordToken:
						passwordToken = true
					case passwordToken:
						u.password += userinfoSet.Text(char)
					default:
						u.username += userinfoSet.Text(char)
					}
				}
				buffer = ""
			case ends:
				if atSign && buffer == "" {
					return nil
				}
				pointer -= len(splitChars(p, buffer)) + 1
				buffer, state = "", hostState
			default:
				buffer += c
			}
		case hostState:
			switch {
			case c == ":" && !brackets:
				if buffer == "" || !u.parseHost(buffer) {
					return nil
				}
				buffer, state = "", portState
			case ends:
				pointer--
				if u.special() && buffer == "" || !u.parseHost(buffer) {
					return nil
				}
				buffer, state = "", pathStartState
			default:
				brackets = (brackets || c == "[") && c != "]"
				buffer += c
			}
		case portState:
			switch {
			case c != "" && strings.Contains("0123456789", c):
				buffer += c
			case ends:
				if buffer != "" {
					port, err := strconv.ParseUint(buffer, 10, 16)
					if err != nil {
						return nil
					}
					if u.port = int(port); port != 0 && schemes.LowerKindOf(u.scheme).Port() == uint16(port) {
						u.port = -1
					}
					buffer = ""
				}
				state = pathStartState
				pointer--
			default:
				return nil
			}
		case fileState:
			u.scheme, u.host = "file", new(string)
			switch {
			case c == "/" || c == `\`:
				state = fileSlashState
			case base != nil && base.scheme == "file":
				u.host, u.path, u.query = base.host, slices.Clone(base.path), base.query
				if c != "" && c != "?" && c != "#" && startsWithRefDrive(from(pointer)) {
					u.path, u.query, state = nil, nil, pathState
					pointer--
					break
				}
				state, pointer = u.afterBasePath(c, state, pointer)
			default:
				state = pathState
				pointer--
			}
		case fileSlashState:
			if c == "/" || c == `\` {
				state = fileHostState
				break
			}
			if base != nil && base.scheme == "file" {
				u.host = base.host
				if !startsWithRefDrive(from(pointer)) && len(base.path) > 0 && isRefDrive(base.path[0]) && base.path[0][1] == ':' {
					u.path = append(u.path, base.path[0])
				}
			}
			state = pathState
			pointer--
		case fileHostState:
			if c != "" && c != "/" && c != `\` && c != "?" && c != "#" {
				buffer += c
				break
			}
			pointer--
			switch {
			case isRefDrive(buffer):
				state = pathState
			case buffer == "":
				u.host, state = new(string), pathStartState
			default:
				if !u.parseHost(buffer) {
					return nil
				}
				if *u.host == "localhost" {
					u.host = new(string)
				}
				buffer, state = "", pathStartState
			}
		case pathStartState:
			switch {
			case u.special():
				state = pathState
				if !isSlash {
					pointer--
				}
			case c == "?":
				u.query, state = new(string), queryState
			case c == "#":
				u.fragment, state = new(string), fragmentState
			case c != "":
				state = pathState
				if c != "/" {
					pointer--
				}
			}
		case pathState:
			if !isSlash && c != "" && c != "?" && c != "#" {
				buffer += c
				break
			}
			switch dots := strings.ReplaceAll(strings.ToLower(buffer), "%2e", "."); {
			case dots == "..":
				if u.shorten(); !isSlash {
					u.path = append(u.path, "")
				}
			case dots == ".":
				if !isSlash {
					u.path = append(u.path, "")
				}
			case u.scheme == "file" && len(u.path) == 0 && isRefDrive(buffer):
				u.path = append(u.path, buffer[:1]+":")
			default:
				u.path = append(u.path, pathSet.Text(buffer))
			}
			buffer = ""
			state = u.afterPath(c, state)
		case opaquePathState:
			if next := u.afterPath(c, state); next != state || c == "" {
				if text, ok := strings.CutSuffix(buffer, " "); ok && c != "" {
					buffer = c0ControlSet.Text(text) + "%20"
				}
				u.path[0], buffer, state = c0ControlSet.Text(buffer), "", next
			} else {
				buffer += c
			}
		case queryState:
			if c != "" && c != "#" {
				buffer += c
				break
			}
			set, encoding := &querySet, p.Encoding
			if u.special() {
				set = &specialQuerySet
			}
			if !u.special() || u.scheme == "ws" || u.scheme == "wss" {
				encoding = nil
			}
			*u.query += string(appendEncoded(nil, encoding, buffer, set))
			buffer = ""
			if c == "#" {
				u.fragment, state = new(string), fragmentState
			}
		case fragmentState:
			*u.fragment += fragmentSet.Text(c)
		}
		if c == "" && pointer >= len(chars) {
			return u
		}
	}
}

// afterBasePath takes the steps that the relative state and the file state share after they have copied the path and the
// query of the base URL.
func (u *refRecord) afterBasePath(c string, s state, pointer int) (state, int) {
	switch c {
	case "?":
		u.query = new(string)
		return queryState, pointer
	case "#":
		u.fragment = new(string)
		return fragmentState, pointer
	case "":
		return s, pointer
	}
	u.query = nil
	u.shorten()
	return pathState, pointer - 1
}

// afterPath sets the query or the fragment to the empty string if c begins it, and returns the next state.
func (u *refRecord) afterPath(c string, s state) state {
	switch c {
	case "?":
		u.query = new(string)
		return queryState
	case "#":
		u.fragment = new(string)
		return fragmentState
	}
	return s
}

// splitChars returns the code points that the parser reads in text. They are raw bytes if InvalidUTF8 is EncodeRaw.
func splitChars(p Parser, text string) (chars []string) {
	for text != "" {
		piece, size := p.nextPiece(text)
		if piece != "" {
			chars = append(chars, piece)
		}
		text = text[size:]
	}
	return chars
}

// refC0AndSpace are the C0 controls and the space.
var refC0AndSpace = func() string {
	var all []byte
	for c := range byte(' ' + 1) {
		all = append(all, c)
	}
	return string(all)
}()

// refAnswer returns the result of the reference parser for input, with base as the base URL.
func refAnswer(p Parser, base URL, input string) answer {
	var from *refRecord
	if base != null {
		from = refParse(Parser{}, nil, base.href)
	}
	u := refParse(p, from, input)
	if u == nil {
		return answer{}
	}
	return u.answer()
}
