package idna

import "github.com/urispan/uri/internal/hostname"

// InName reports whether r can be in a label of a name for Lookup, at least in some place: its status in UTS 46 is
// valid, or it is mapped to valid characters. For US-ASCII, these are letters, digits and "-".
func InName(r rune) bool {
	entry := entryOf(r)
	if entry < mappedEntry {
		return propertiesOf(r)&(isNotLDH|isDisallowed) == 0
	}
	for _, c := range []byte(mappingOf(entry)) {
		if c < 0x80 && !hostname.IsLDH(c) {
			return false
		}
	}
	return true
}
