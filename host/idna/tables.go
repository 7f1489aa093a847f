package idna

//go:generate go run ./gen

// entryOf returns the entry of r in the tables. r may be any number.
func entryOf(r rune) uint16 {
	if uint32(r) < uts46End {
		return uts46Entries[uts46Blocks[r>>uts46Shift]][r&(1<<uts46Shift-1)]
	}
	if firstSelector <= r && r <= lastSelector {
		return ignoredEntry
	}
	return disallowedEntry
}

// The entries of characters with these statuses.
const (
	disallowedEntry = 0
	ignoredEntry    = 1
)

// propertiesOf returns the properties of r. If r is not valid, these are the properties of a disallowed character.
func propertiesOf(r rune) uint32 {
	entry := entryOf(r)
	if entry <= ignoredEntry || entry >= mappedEntry {
		return isDisallowed
	}
	return propertySets[entry&0xff]
}

// mappingOf returns the mapping with the entry.
func mappingOf(entry uint16) string {
	n := entry - mappedEntry
	return mappings[mappingEnds[n]:mappingEnds[n+1]]
}

// virama is a Canonical_Combining_Class.
const virama = 9
