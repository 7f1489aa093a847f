package guard

import (
	"fmt"
	"iter"
	"math/bits"
	"net/netip"
	"slices"
	"strings"

	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/octet"
)

// A listing records the lists of Rules that contain a name or a block of addresses. It is a set of flags.
type listing uint8

const (
	allowed listing = 1 << iota // in Hosts
	denied                      // in Deny
	exempt                      // in AllowHosts
	local                       // "localhost"

	// The lists that have a name after "*." are shifted by under.
	exact = allowed | denied | exempt | local
	under = 4
)

// The lists of a Policy are its Hosts, its Deny, its AllowHosts, and "localhost".
type lists struct {
	names  map[string]listing       // with the lists that have the names under it, shifted by under
	blocks map[netip.Prefix]listing // an address is a block of one

	nat64       []netip.Prefix  // of NAT64, the longest first
	exemptPorts map[entry]ports // the ports of AllowHosts; nil without AllowHosts

	hasHosts      bool // whether Hosts is not empty
	addressesOnly bool // whether Hosts is not empty and has no names

	// These make most lookups unnecessary.
	tails     [1 << tailBits]listing // the listings of the names with each tail: see tailOf
	lengths   [1 << tailBits]uint64  // the lengths of these names: bit n%64 is set for a length of n
	labels    int                    // the number of labels of the longest name after a "*."
	blockBits []int                  // the different lengths of the prefixes of blocks, the longest first
}

// newLists returns lists that have only "localhost". If hasHosts is set, Hosts is not empty.
func newLists(hasHosts bool) lists {
	l := lists{
		names:         map[string]listing{},
		blocks:        map[netip.Prefix]listing{},
		hasHosts:      hasHosts,
		addressesOnly: hasHosts,
	}
	l.addName(host.Localhost, local|local<<under)
	return l
}

// each calls add with the entries of a field of Rules or of options. add returns the reason to refuse an entry, or "". The
// error has the first reason.
func each[T any](field string, entries []T, add func(entry T) (reason string)) error {
	for i, entry := range entries {
		if reason := add(entry); reason != "" {
			return fmt.Errorf("guard: %s[%d]: %s", field, i, reason)
		}
	}
	return nil
}

// addEntry adds an entry to the list with the given mark.
func (l *lists) addEntry(text string, mark listing) (reason string) {
	port := uint16(0)
	if mark == exempt {
		if text, port, reason = splitPort(text); reason != "" {
			return reason
		}
	}
	e, reason := readEntry(text)
	switch {
	case reason != "":
		return reason
	case e.name == "":
		l.addBlock(e.block, mark)
	case e.under:
		l.addName(e.name, mark<<under)
	default:
		l.addName(e.name, mark)
	}
	l.addressesOnly = l.addressesOnly && (mark != allowed || e.name == "")
	if mark == exempt {
		l.addPort(e, port)
	}
	return ""
}

// An entry of a list is a name, the names under a name, or a block of addresses.
type entry struct {
	name  string // if it is empty, the entry is a block
	under bool   // "*." precedes the name
	block netip.Prefix
}

// String returns the text of the entry, such as "*.example.com". A block of one address is the address.
func (e entry) String() string {
	switch {
	case e.under:
		return "*." + e.name
	case e.name != "":
		return e.name
	case e.block.IsSingleIP():
		return e.block.Addr().String()
	}
	return e.block.String()
}

// readEntry parses an entry. If it is refused, the text reason explains it; otherwise reason is "".
func readEntry(text string) (e entry, reason string) {
	block, isBlock, reason := readBlock(text)
	if isBlock {
		return entry{block: block}, reason
	}
	text, e.under = strings.CutPrefix(text, "*.")
	e.name, reason = readName(text)
	return e, reason
}

// readBlock parses an entry of a list as an address or a block of addresses; ok is false if it is neither. If the block
// is refused, the text reason explains it; otherwise reason is "".
func readBlock(text string) (block netip.Prefix, ok bool, reason string) {
	hasSlash := strings.Contains(text, "/")
	block, blockErr := netip.ParsePrefix(text)
	if strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]") {
		text = text[1 : len(text)-1]
	}
	addr, addrErr := netip.ParseAddr(text)
	switch {
	case strings.Contains(text, "://"):
		return block, true, "want a host alone, without a scheme"
	case hasSlash && blockErr != nil:
		return block, true, "not a block of addresses"
	case !hasSlash && addrErr != nil:
		return block, false, ""
	case addr.Zone() != "":
		return block, true, "an address in a URI has no zone"
	case !hasSlash:
		block = netip.PrefixFrom(addr, addr.BitLen())
	}
	switch {
	case block != block.Masked():
		return block, true, "the block has bits set after its prefix"
	case block.Addr().Is4In6():
		return block, true, "IPv4-mapped: write it as IPv4"
	}
	return block, true, ""
}

// readName returns a name of a list in the form that is compared. If the name is refused, the text reason explains it;
// otherwise reason is "".
func readName(text string) (name, reason string) {
	if _, number, isAddr := host.ParseAddr(text); number || isAddr {
		return "", "a name that ends in a number is read as an IPv4 address"
	}
	if strings.HasPrefix(text, ".") {
		return "", "names under a name begin with *. as in *.example.com"
	}
	var buffer nameBuffer
	compared, ok := buffer.read(text)
	if !ok || strings.Contains(text, "%") {
		const form = "not a name: want labels of 1 to %d letters, digits, hyphens and underscores, %d bytes in all"
		return "", fmt.Sprintf(form, host.MaxLabel, host.MaxName)
	}
	return strings.Clone(compared), ""
}

// hasFalseALabel reports whether a name in lower case has a label such as "xn--internal-": one that has the prefix of
// an A-label and ends with "-". It is not an A-label, because it is the Punycode of ASCII text, "internal" (RFC 3492,
// section 5).
func hasFalseALabel(name string) bool {
	if !strings.Contains(name, "xn--") { // as in most names
		return false
	}
	for label := ""; name != ""; { // PERF: strings.SplitSeq would move the name to the heap
		label, name, _ = strings.Cut(name, ".")
		if punycode, _ := hostname.CutALabel(label); strings.HasSuffix(punycode, "-") {
			return true
		}
	}
	return false
}

// A nameBuffer is the memory of a name that is compared with those of the lists.
type nameBuffer [host.MaxName + 1]byte

// read returns text in the form of host.AppendName. ok is false if it is not a name, or has a false A-label.
func (b *nameBuffer) read(text string) (name string, ok bool) {
	compared, ok := host.AppendName(b[:0], text)
	name = octet.Text(compared)
	return name, ok && !hasFalseALabel(name)
}

func (l *lists) addName(name string, mark listing) {
	l.names[name] |= mark
	l.tails[tailOf(name)] |= mark
	l.lengths[tailOf(name)] |= 1 << (len(name) % 64)
	if mark>>under != 0 {
		l.labels = max(l.labels, strings.Count(name, ".")+1)
	}
}

func (l *lists) addBlock(block netip.Prefix, mark listing) {
	l.blocks[block] |= mark
	if !slices.Contains(l.blockBits, block.Bits()) {
		l.blockBits = append(l.blockBits, block.Bits())
		slices.SortFunc(l.blockBits, func(a, b int) int { return b - a })
	}
}

// find returns the lists that have a name, alone or after "*.". The name is in lower case and has no dot at the end. For
// most names that are in no list it needs no lookup. For any other name it looks up at most the name itself and the names
// that it is under, such as "example.com" for "www.example.com". It skips names that have more labels than any name after
// a "*.".
func (l *lists) find(name string) (found listing) {
	tail := tailOf(name)
	candidates, lengths := l.tails[tail], l.lengths[tail]
	if candidates&exact != 0 && lengths>>(len(name)%64)&1 != 0 {
		found = l.names[name] & exact
	}
	if candidates>>under == 0 {
		return found
	}
	for i, labels := len(name)-1, 0; i > 0 && labels < l.labels; i-- {
		if name[i] == '.' {
			if above := name[i+1:]; lengths>>(len(above)%64)&1 != 0 {
				found |= l.names[above] >> under
			}
			labels++
		}
	}
	return found
}

// tailOf returns a hash of the last label of a name, or of its last eight bytes if the label is longer. So a name and
// all names under it have the same tail. The result has tailBits bits.
func tailOf(name string) uint64 {
	w := uint64(0)
	if len(name) < 8 {
		for i := len(name) - 1; i >= 0 && name[i] != '.'; i-- {
			w = w<<8 | uint64(name[i])
		}
	} else {
		w = octet.Word(name, len(name)-8)
		dots := octet.Set(w^'.'*octet.Each) ^ octet.High
		w >>= (64 - bits.LeadingZeros64(dots)) & 63 // drops all bytes up to the last "."
	}
	return w * 0x9e3779b97f4a7c15 >> (64 - tailBits) // the factor is 2^64 divided by the golden ratio
}

const tailBits = 10

// denyEmbedded reports whether addr leads to an IPv4 address in Deny.
func (l *lists) denyEmbedded(addr netip.Addr) bool {
	if addr.Is4() || len(l.blocks) == 0 {
		return false
	}
	for v4 := range l.ledTo(addr) {
		if l.findAddr(v4)&denied != 0 {
			return true
		}
	}
	return false
}

// ledTo returns an iterator over the IPv4 addresses that addr leads to, by a prefix of NAT64 or by its class.
func (l *lists) ledTo(addr netip.Addr) iter.Seq[netip.Addr] {
	return func(yield func(netip.Addr) bool) {
		if v4, ok := l.translated(addr); ok && !yield(v4) {
			return
		}
		host.EmbeddedIPv4(addr)(yield)
	}
}

// findAddr returns the lists that have a block with addr.
func (l *lists) findAddr(addr netip.Addr) (found listing) {
	for _, marks := range l.withAddr(addr) {
		found |= marks
	}
	return found
}

// withAddr returns an iterator over the blocks that contain addr, the smallest first, with the lists that have them.
func (l *lists) withAddr(addr netip.Addr) iter.Seq2[entry, listing] {
	return func(yield func(entry, listing) bool) {
		for _, bits := range l.blockBits {
			if bits > addr.BitLen() {
				continue // Prefix would allocate an error
			}
			block, _ := addr.Prefix(bits)
			if marks := l.blocks[block]; marks != 0 && !yield(entry{block: block}, marks) {
				return
			}
		}
	}
}

// above returns the entry for the names under the name above the name of e: "*.b.example" for "a.b.example" and for
// "*.a.b.example". It also returns the lists that have the entry. ok is false if no name is above.
//
// PERF: it is not an iterator, which would move a name to the heap.
func (l *lists) above(e entry) (above entry, marks listing, ok bool) {
	_, name, ok := strings.Cut(e.name, ".")
	return entry{name: name, under: true}, l.names[name] >> under, ok
}
