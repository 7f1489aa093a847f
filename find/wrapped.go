package find

import (
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/textio"
)

// wrapping are the characters that an address is joined without.
const wrapping = " \t\r\n"

// wrappedEnd returns the end of the address with the scheme at start if it is in several words between "<" and ">", or 0.
// end returns the end of an address at an offset of another text.
func (s *search) wrappedEnd(start int, end func(text string, start int) int) int {
	before := s.text[:start]
	trimmed := strings.TrimRight(before[max(0, len(before)-len("<URL:  ")):], " ")
	if n := len(trimmed) - len("URL:"); n > 0 && strings.EqualFold(trimmed[n:], "URL:") {
		before = trimmed[:n]
	}
	if !strings.HasSuffix(before, "<") {
		return 0
	}
	text := s.text[start:min(len(s.text), start+textio.MaxBracketed+1)]
	n, _ := textio.BracketEnd(text)
	if n == 0 || !strings.ContainsAny(text[:n], wrapping) {
		return 0
	}
	s.joined = textio.AppendJoined(append(s.joined[:0], '<'), text[:n])
	joined := octet.Text(s.joined)
	last := end(joined, len("<"))
	if last == 0 || strings.Trim(joined[last:], ".,:;!?'") != "" {
		return 0
	}
	return start + n
}
