package main

import (
	"regexp"
	"strconv"
	"strings"
)

// A format is the state of a reader of text that looks for quoted-printable and for strings of PHP.
type format struct {
	isMail bool // the text is quoted-printable
	passed int  // the number of bytes of the lines that are read

	// Strings as serialize of PHP writes them: s:5:"hello" or, in a dump of SQL, s:5:\"hello\".
	hasStrings bool // the lines may have some
	left       int  // the number of bytes of the string at the place that are to come
	isEscaped  bool // a backslash and the next byte are one byte
}

// findStrings looks for strings of PHP in an array of the lines. It does nothing after the first call of passTo.
func (f *format) findStrings(lines string) {
	f.hasStrings = f.hasStrings || f.passed == 0 && (strings.Contains(lines, ";s:") || strings.Contains(lines, "{s:"))
}

var (
	// mailHeader matches a header of a mail. A submatch is its value.
	mailHeader = regexp.MustCompile(`(?im)^content-transfer-encoding:[ \t]*(\S+)`)

	// stringStart matches the size and the quotation mark after the "s:" of a string of PHP.
	stringStart = regexp.MustCompile(`^([0-9]{1,9}):(\\?)"`)
)

// passTo reads the lines up to byte n.
func (f *format) passTo(n int, lines string) {
	part := lines[f.passed:n]
	f.passed = n
	if f.isMail || strings.Contains(part, "-printable") || strings.Contains(part, "-Printable") {
		for _, header := range mailHeader.FindAllStringSubmatch(part, -1) {
			f.isMail = strings.EqualFold(header[1], "quoted-printable")
		}
	}
	for ok := f.hasStrings; ok; {
		n := 0
		for ; n < len(part) && f.left > 0; f.left-- {
			if f.isEscaped && part[n] == '\\' {
				n++
			}
			n++
		}
		_, part, ok = strings.Cut(part[min(n, len(part)):], "s:")
		if start := stringStart.FindStringSubmatch(part); start != nil {
			f.left, _ = strconv.Atoi(start[1])
			f.isEscaped = start[2] != ""
			part = part[len(start[0]):]
		}
	}
}
