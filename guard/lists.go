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
	allowed      listing = 1 << iota // in Hosts
	denied                           // in Deny
	allowedUnder                     // in Hosts, after "*."
	deniedUnder                      // in Deny, after "*."
	local                            // "localhost"
	localUnder                       // "localhost", for the names under it
	exempt                           // in AllowHosts
	exemptUnder                      // in AllowHosts, after "*."

	under = allowedUnder | deniedUnder | localUnder | exemptUnder
)

// The lists of a Policy are its Hosts, its Deny, its AllowHosts, and "localhost".
type lists struct {
	names  map[string]listing
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
	l.addName(host.Localhost, local|localUnder)
	return l
}

// add adds the entries of a list. It marks names and blocks as exact, and names after "*." as under.
func (l *lists) add(list string, entries []string, exact, under listing) error {
	for i, text := range entries {
		port, reason := uint16(0), ""
		if exact == exempt {
			text, port, reason = splitPort(text)
		}
		var e entry
		if reason == "" {
			reason = e.read(text)
		}
		mark := exact
		if e.under {
			mark = under
		}
		switch {
		case reason != "":
			return fmt.Errorf("guard: %s[%d]: %s", list, i, reason)
		case e.name == "":
			l.addBlock(e.block, mark)
		default:
			l.addName(e.name, mark)
			l.addressesOnly = l.addressesOnly && mark&(allowed|allowedUnder) == 0
		}
		if exact == exempt {
			l.addPort(e, port)
		}
	}
	return nil
}

// An entry of a list is a name, the names under a name, or a block of addresses.
type entry struct {
	name  string // if it is empty, the entry is a block
	under bool   // "*." precedes the name
	block netip.Prefix
}

// read parses an entry. If it is refused, the text reason explains it; otherwise reason is "".
func (e *entry) read(text string) (reason string) {
	block, isBlock, reason := readBlock(text)
	if isBlock {
		e.block = block
		return reason
	}
	name, wild := strings.CutPrefix(text, "*.")
	e.under = wild
	e.name, reason = readName(name)
	return reason
}

// readBlock parses an entry of a list as an address or a block of addresses; ok is false if it is neither. If the block
// is refused, the text reason explains it; otherwise reason is "".
func readBlock(text string) (block netip.Prefix, ok bool, reason string) {
	var err error
	if strings.Contains(text, "/") {
		if strings.Contains(text, "://") {
			return block, true, "want a host alone, without a scheme"
		}
		block, err = netip.ParsePrefix(text)
		if err != nil {
			return block, true, "not a block of addresses"
		}
	} else {
		if strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]") {
			text = text[1 : len(text)-1]
		}
		addr, err := netip.ParseAddr(text)
		if err != nil {
			return block, false, ""
		}
		if addr.Zone() != "" {
			return block, true, "an address in a URI has no zone"
		}
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
	if mark&under != 0 {
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

// find returns the listing of a name, which is in lower case and has no dot at the end. For most names that are in no
// list it needs no lookup. For any other name it looks up at most the name itself and the names that it is under, such
// as "example.com" for "www.example.com". It skips names that have more labels than any name after a "*.".
func (l *lists) find(name string) (found listing) {
	tail := tailOf(name)
	candidates, lengths := l.tails[tail], l.lengths[tail]
	if candidates&^under != 0 && lengths>>(len(name)%64)&1 != 0 {
		found = l.names[name] &^ under
	}
	if candidates&under == 0 {
		return found
	}
	for i, labels := len(name)-1, 0; i > 0 && labels < l.labels; i-- {
		if name[i] == '.' {
			if above := name[i+1:]; lengths>>(len(above)%64)&1 != 0 {
				found |= l.names[above] & under
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

// denyingBlock returns the most specific block of Deny that has addr, or an IPv4 address that addr leads to.
func (l *lists) denyingBlock(addr netip.Addr) (netip.Prefix, bool) {
	for block, marks := range l.blocksWith(addr) {
		if marks&denied != 0 {
			return block, true
		}
	}
	for v4 := range l.ledTo(addr) {
		if block, ok := l.denyingBlock(v4); ok {
			return block, true
		}
	}
	return netip.Prefix{}, false
}

// findAddr returns the union of the listings of all blocks that contain addr.
func (l *lists) findAddr(addr netip.Addr) (found listing) {
	for _, marks := range l.blocksWith(addr) {
		found |= marks
	}
	return found
}

// blocksWith returns an iterator over the blocks that contain addr, the smallest first, with their listings.
func (l *lists) blocksWith(addr netip.Addr) iter.Seq2[netip.Prefix, listing] {
	return func(yield func(netip.Prefix, listing) bool) {
		for _, bits := range l.blockBits {
			if bits > addr.BitLen() {
				continue // Prefix would allocate an error
			}
			block, _ := addr.Prefix(bits)
			if marks := l.blocks[block]; marks != 0 && !yield(block, marks) {
				return
			}
		}
	}
}
