package engine

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/address"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/internal/octet"
)

// The flag -where chooses inputs by parts of their addresses.

// A condition is the value of a -where. It reports whether an address matches.
type condition func(a *address.Address) bool

// whereWanted describes the values of -where.
const whereWanted = "KEY=LIST or KEY!=LIST with the key host, domain, scheme, port, param or ext, such as host=h.example,*.a.example"

// addWhere adds the condition of a -where. With "!=", it is that the part is missing or none of the values.
func (f *Filter) addWhere(text string) error {
	name, list, _ := strings.Cut(text, "=")
	key, not := strings.CutSuffix(name, "!")
	conditionOf, ok := conditions[key]
	if !ok {
		return ErrValue
	}
	values, err := f.valuesOf(key, list)
	if err != nil {
		return FileError{err}
	}
	c := conditionOf(values)
	f.flags = append(f.flags, "-where")
	f.hasFile = f.hasFile || slices.ContainsFunc(SplitList(list), IsFile)
	if not {
		return f.add(name, func(a *address.Address) bool { return !c(a) })
	}
	return f.add(name, c)
}

// quotes are quotation marks, which people leave around values of files, and no value has.
const quotes = "\"'`"

// valuesOf returns the values in a list for a key. The value "@FILE" stands for the inputs in the lines of a file,
// but "@tracking" for the parameters that track.
func (f *Filter) valuesOf(key, list string) (values []string, err error) {
	for i, value := range SplitList(list) {
		name, inFile := strings.CutPrefix(value, "@")
		switch {
		case inFile && (key != "param" || value != address.Tracking):
			f.files++
			lines, err := valuesIn(key, name)
			if err != nil {
				return nil, fmt.Errorf("@FILE %d: %w", f.files, err)
			}
			values = append(values, lines...)
		case isValue(key, value):
			values = append(values, value)
		default:
			return nil, fmt.Errorf("want %s=LIST, and value %d is no %[1]s%[3]s", key, i+1, map[bool]string{true: linesOfFile}[IsFile(value)])
		}
	}
	return values, nil
}

// valuesIn returns the values for a key in the lines of a file.
func valuesIn(key, name string) (values []string, err error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, Nameless(err)
	}
	for number, input := range Inputs(data) {
		value, _, _ := strings.Cut(string(input), " #") // a comment
		value = strings.TrimRight(value, " \t")
		if key == "host" || key == "domain" {
			value = hostOfLine(strings.TrimSuffix(value, ","))
		}
		switch {
		case strings.HasPrefix(value, "#") && key != "param": // a comment, also without a space
		case !isValue(key, value):
			return nil, fmt.Errorf("no %s in line %d", key, number)
		default:
			values = append(values, value)
		}
	}
	return values, nil
}

// isValue reports whether value may be a value of the key.
func isValue(key, value string) bool {
	wrong := map[bool]string{true: "*=&", false: "= "}[key == "param"]
	return value != "" && !strings.ContainsAny(strings.TrimSuffix(value, "*"), wrong) && conditions[key]([]string{value}) != nil
}

// linesOfFile ends the message about a value that is the name of a file.
const linesOfFile = "; for the lines of a file, write @ before its name"

// hostOfLine returns the host in a line of a file: the line is a URL or a host, which may have a port and a "/" after it. A
// "!" before it stays.
func hostOfLine(line string) string {
	name, isURL := strings.TrimPrefix(line, "!"), strings.Contains(line, "://")
	text := name
	if !isURL {
		text = "//" + name
	}
	a := address.Of(text, false)
	host, ok := a.Host()
	if _, end, _ := a.Ranges.Authority(); !ok || !a.Valid || !isURL && end < len(text) && text[end:] != "/" {
		return line
	}
	return line[:len(line)-len(name)] + host
}

// WhereKeys returns the keys of -where.
func WhereKeys() []string { return slices.Sorted(maps.Keys(conditions)) }

// conditions maps the keys of -where to functions that return the condition for a list of values, or nil.
var conditions = map[string]func(values []string) condition{
	"host": func(values []string) condition { return hostIn(values, (*hosts).match) },
	"domain": func(values []string) condition {
		for _, value := range values {
			name := address.CanonicalHost(strings.TrimPrefix(value, "!"))
			a := address.Of("//"+name, false)
			if domain, _ := a.Domain(); domain != name {
				return nil
			}
		}
		return hostIn(values, (*hosts).matchDomain)
	},
	"scheme": schemeIn,
	"port":   portIn,
	"param": func(names []string) condition {
		return func(a *address.Address) bool { return a.HasParam(names) }
	},
	"ext": func(values []string) condition {
		exts := map[string]bool{}
		for _, value := range values {
			ext := strings.TrimPrefix(strings.TrimPrefix(value, "*"), ".") // of *.png
			if ext == "" || strings.ContainsAny(ext, ".*?/"+quotes) {
				return nil
			}
			exts[strings.ToLower(ext)] = true
		}
		return func(a *address.Address) bool {
			ext, ok := a.Ext()
			return ok && exts[strings.ToLower(ext)]
		}
	},
}

// A hosts is a set of hosts in canonical form.
type hosts struct {
	list    []string        // a name after a "." stands for the hosts below it
	names   map[string]bool // those of list
	ends    []uint64        // of few hosts without A-labels: the last bytes as a word in lower case
	endMask uint64          // the bytes of an end
}

// notInHosts has characters that no host of a list has, such as those of the rule ||h.example^$third-party of a blocklist.
const notInHosts = "/?#@*,; \t\x00|^$+()" + quotes

// hostIn returns the condition that match holds for the values, or nil if one of them cannot be a host. A value that
// begins with "*." stands for the hosts below a name. Hosts after a "!" do not match, and alone they leave the others.
func hostIn(values []string, match func(h *hosts, a *address.Address) bool) condition {
	chosen, others := hosts{names: map[string]bool{}}, hosts{names: map[string]bool{}}
	for _, value := range values {
		h := &chosen
		name, isOther := strings.CutPrefix(value, "!")
		if isOther {
			h = &others
		}
		name, below := strings.CutPrefix(name, "*.")
		name = address.CanonicalHost(name)
		if name == "" || strings.ContainsAny(name, notInHosts) || name[0] != '[' && strings.Contains(name, ":") {
			return nil
		}
		if below {
			name = "." + name
		}
		h.list, h.names[name] = append(h.list, name), true
	}
	chosen.setEnds()
	others.setEnds()
	return func(a *address.Address) bool {
		return (len(chosen.list) == 0 || match(&chosen, a)) && !(len(others.list) > 0 && match(&others, a))
	}
}

// manyHosts is the number of hosts that makes a map faster than comparisons.
const manyHosts = 16

// The length of the ends, and words of as many spaces and percent signs. A space makes letters lower case, and also changes
// other bytes.
const (
	endSize  = 8
	blank    = "        " // as long as an end
	spaces   = ' ' * octet.Each
	percents = '%' * octet.Each
)

// setEnds sets the ends, unless the hosts are many, or one has A-labels. They are as long as that of the shortest host.
func (h *hosts) setEnds() {
	if len(h.list) >= manyHosts || strings.Contains(strings.Join(h.list, ""), "xn--") {
		return
	}
	size := endSize
	for _, name := range h.list {
		size = min(size, len(name))
	}
	h.endMask = ^uint64(0) << (8 * (endSize - size))
	for _, name := range h.list {
		h.ends = append(h.ends, (octet.Word(blank+name, len(name))|spaces)&h.endMask)
	}
}

// mayHave reports whether the canonical form of name may be one of the hosts. It compares the ends of the names.
//
// A canonical name has the end of the name that it was made of, in lower case, if no dot and no bracket is there, no
// percent-encoding, and no character outside ASCII. An exception is a label that became an A-label.
//
// PERF: without it, -where host=*.example.com takes 3 times the time. Branches on the lengths of hosts are hard to predict.
func (h *hosts) mayHave(name string) bool {
	n := len(name)
	if h.ends == nil || n < endSize+2 || name[n-1] == '.' || name[n-1] == ']' {
		return true
	}
	end, before := octet.Word(name, n-endSize), octet.Word(name, n-endSize-2) // a percent-encoding has three bytes
	if end&octet.High != 0 || octet.Set(end^percents)&octet.Set(before^percents) != octet.High {
		return true
	}
	return slices.Contains(h.ends, (end|spaces)&h.endMask)
}

// match is the condition that the host is one of the hosts.
func (h *hosts) match(a *address.Address) bool {
	name, ok := a.Host()
	return ok && h.mayHave(name) && (h.has(name) || !a.HasUsualHost() && h.has(address.CanonicalHost(name)))
}

// matchDomain is the condition that the registrable domain is one of the hosts.
func (h *hosts) matchDomain(a *address.Address) bool {
	name, _ := a.Host()
	if !h.mayHave(name) { // PERF: Domain takes several times as long
		return false
	}
	domain, ok := a.Domain()
	return ok && (h.names[domain] || h.names[address.CanonicalHost(domain)]) // PERF: most are canonical
}

// has reports whether name, in any case, is one of the hosts.
func (h *hosts) has(name string) bool {
	if len(h.list) < manyHosts { // PERF: -where host=*.com takes 1.4 of the time with the map
		return slices.ContainsFunc(h.list, func(host string) bool {
			host, below := strings.CutPrefix(host, ".")
			n := len(name) - len(host)
			return n >= 0 && (n > 0) == below && (n == 0 || name[n-1] == '.') && octet.EqualFold(name[n:], host)
		})
	}
	lower := strings.ToLower(name)
	for i := range len(lower) {
		if lower[i] == '.' && h.names[lower[i:]] {
			return true
		}
	}
	return h.names[lower]
}

// schemeIn returns the condition that the scheme is one of the values.
func schemeIn(values []string) condition {
	schemes := SchemesIn(values)
	if schemes == nil {
		return nil
	}
	return func(a *address.Address) bool {
		_, end, ok := a.Ranges.Scheme()
		return ok && slices.ContainsFunc(schemes, func(s string) bool { return octet.EqualFold(a.Text[:end], s) })
	}
}

// portIn returns the condition that the port, or else the default port of the scheme, is one of the values.
func portIn(values []string) condition {
	ports := map[uint16]bool{}
	for _, value := range values {
		port, err := strconv.ParseUint(value, 10, 16)
		if err != nil {
			return nil
		}
		ports[uint16(port)] = true
	}
	return func(a *address.Address) bool {
		port, ok := a.Port()
		return ok && ports[port]
	}
}

// Address returns the address of a valid record. The next call for the record changes it.
func (rec *Record) Address() *address.Address {
	a, text := &rec.address, octet.Text(rec.Bytes)
	if rec.Dialect == dialect.Web {
		*a = address.Of(text, true)
	} else {
		a.Ranges = rec.Ranges // PERF: an assignment with the others copies it twice
		a.Text, a.ASCII, a.Valid = text, !rec.Dialect.International, true
	}
	return a
}

// Keep returns a copy of an address in the memory that Address uses.
func (rec *Record) Keep(a address.Address) *address.Address {
	rec.address = a
	return &rec.address
}
