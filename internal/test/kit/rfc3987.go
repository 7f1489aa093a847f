package kit

import "slices"

// Ucschar and Iprivate are the ranges of these rules in section 2.2 of RFC 3987, with both ends.
var (
	Ucschar = [][2]rune{
		{0xA0, 0xD7FF}, {0xF900, 0xFDCF}, {0xFDF0, 0xFFEF},
		{0x10000, 0x1FFFD}, {0x20000, 0x2FFFD}, {0x30000, 0x3FFFD},
		{0x40000, 0x4FFFD}, {0x50000, 0x5FFFD}, {0x60000, 0x6FFFD},
		{0x70000, 0x7FFFD}, {0x80000, 0x8FFFD}, {0x90000, 0x9FFFD},
		{0xA0000, 0xAFFFD}, {0xB0000, 0xBFFFD}, {0xC0000, 0xCFFFD},
		{0xD0000, 0xDFFFD}, {0xE1000, 0xEFFFD},
	}
	Iprivate = [][2]rune{{0xE000, 0xF8FF}, {0xF0000, 0xFFFFD}, {0x100000, 0x10FFFD}}
)

// IsUcschar and IsIprivate report whether r matches the rule.
func IsUcschar(r rune) bool  { return isWithin(r, Ucschar) }
func IsIprivate(r rune) bool { return isWithin(r, Iprivate) }

func isWithin(r rune, ranges [][2]rune) bool {
	return slices.ContainsFunc(ranges, func(lohi [2]rune) bool { return lohi[0] <= r && r <= lohi[1] })
}
