package lookalike

import "strings"

//go:generate go -C gen run .

// zconfusables.go holds the data of confusables.txt (UTS #39): 46 kB that take no time at start-up. Characters are
// looked up by block, of 1<<confusableShift characters. The characters with prototypes are numbered in ascending order:
//
//	confusableBlocks[b]       the number of the first such character in block b
//	confusableChars[i]        the lower 8 bits of character i, which are unique in its block
//	confusableEnds[i], [i+1]  the range of its prototype in confusablePrototypes

// replacement returns the prototype of r in NFD and without characters that have prototypes, or "" if r has none. It takes
// some nanoseconds and does not allocate.
func replacement(r rune) string {
	block := int(uint32(r) >> confusableShift)
	if block+1 >= len(confusableBlocks) {
		return ""
	}
	first, end := int(confusableBlocks[block]), int(confusableBlocks[block+1])
	i := strings.IndexByte(confusableChars[first:end], byte(r))
	if i < 0 {
		return ""
	}
	return confusablePrototypes[confusableEnds[first+i]:confusableEnds[first+i+1]]
}
