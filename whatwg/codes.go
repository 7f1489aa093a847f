package whatwg

import (
	"strconv"

	"github.com/urispan/uri/internal/textio"
)

// A Code is the type of a validation error (section 1.1). Errors of some types are always failures. Errors of the other
// types are failures in some places, or never.
type Code uint8

const (
	_ Code = iota

	CodeDomainToASCII        // Unicode ToASCII refuses the domain: "https://exa%23mple.org"
	CodeDomainPercentEncoded // a domain contains a percent-encoded byte: "https://exam%70le.org"
	CodeHostInvalidCodePoint // an opaque host contains a forbidden host code point: "foo://exa[mple.org"

	CodeIPv4EmptyPart      // an IPv4 address ends with a ".": "https://127.0.0.1./"
	CodeIPv4TooFewParts    // "https://1.2.3/"
	CodeIPv4TooManyParts   // "https://1.2.3.4.5/"
	CodeIPv4NonNumericPart // "https://test.42"
	CodeIPv4NonDecimalPart // "https://127.0.0x0.1"
	CodeIPv4OutOfRangePart // a part exceeds 255: "https://255.255.4000.1"
	CodeIPv4NonASCIIInput  // an IPv4 address is mapped from other characters: "https://1.2.3.８"

	CodeIPv6Unclosed            // the "]" is missing: "https://[::1"
	CodeIPv6InvalidCompression  // "https://[:1]"
	CodeIPv6TooManyPieces       // "https://[1:2:3:4:5:6:7:8:9]"
	CodeIPv6MultipleCompression // "https://[1::1::1]"
	CodeIPv6InvalidCodePoint    // "https://[1:2:3!:4]", or the address ends too soon: "https://[1:2:3:]"
	CodeIPv6TooFewPieces        // "https://[1:2:3]"
	CodeIPv6PieceLeadingZero    // "https://[::01]"

	CodeIPv4InIPv6TooManyPieces    // "https://[1:1:1:1:1:1:1:127.0.0.1]"
	CodeIPv4InIPv6InvalidCodePoint // "https://[ffff::127.00.0.1]"
	CodeIPv4InIPv6OutOfRangePart   // "https://[ffff::127.0.0.4000]"
	CodeIPv4InIPv6TooFewParts      // "https://[ffff::127.0.0]"

	CodeInvalidURLUnit                       // a code point is not a URL unit: "https://example.org/>"
	CodeSpecialSchemeMissingFollowingSolidus // "//" does not follow a special scheme: "https:example.org"
	CodeMissingSchemeNonRelativeURL          // no scheme, and no base URL for a relative input: "example.com"
	CodeInvalidReverseSolidus                // "\" in place of "/": "https://example.org\path"
	CodeInvalidCredentials                   // a username or password: "https://user@example.org"
	CodeHostMissing                          // a special scheme without a host: "https://#fragment"
	CodePortOutOfRange                       // "https://example.org:70000"
	CodePortInvalid                          // "https://example.org:7z"
	CodeFileInvalidWindowsDriveLetter        // "c|/path" with a base URL of the scheme file
	CodeFileInvalidWindowsDriveLetterHost    // a drive letter in place of the host: "file://c:"

	// CodeTooLong means that the input or the href has more than 1431655764 bytes, a third of what a URI can have. The
	// standard has no limit.
	CodeTooLong
)

var codeNames = [...]string{
	0:                                        "no error",
	CodeDomainToASCII:                        "domain-to-ASCII",
	CodeDomainPercentEncoded:                 "domain-percent-encoded",
	CodeHostInvalidCodePoint:                 "host-invalid-code-point",
	CodeIPv4EmptyPart:                        "IPv4-empty-part",
	CodeIPv4TooFewParts:                      "IPv4-too-few-parts",
	CodeIPv4TooManyParts:                     "IPv4-too-many-parts",
	CodeIPv4NonNumericPart:                   "IPv4-non-numeric-part",
	CodeIPv4NonDecimalPart:                   "IPv4-non-decimal-part",
	CodeIPv4OutOfRangePart:                   "IPv4-out-of-range-part",
	CodeIPv4NonASCIIInput:                    "IPv4-non-ASCII-input",
	CodeIPv6Unclosed:                         "IPv6-unclosed",
	CodeIPv6InvalidCompression:               "IPv6-invalid-compression",
	CodeIPv6TooManyPieces:                    "IPv6-too-many-pieces",
	CodeIPv6MultipleCompression:              "IPv6-multiple-compression",
	CodeIPv6InvalidCodePoint:                 "IPv6-invalid-code-point",
	CodeIPv6TooFewPieces:                     "IPv6-too-few-pieces",
	CodeIPv6PieceLeadingZero:                 "IPv6-piece-leading-zero",
	CodeIPv4InIPv6TooManyPieces:              "IPv4-in-IPv6-too-many-pieces",
	CodeIPv4InIPv6InvalidCodePoint:           "IPv4-in-IPv6-invalid-code-point",
	CodeIPv4InIPv6OutOfRangePart:             "IPv4-in-IPv6-out-of-range-part",
	CodeIPv4InIPv6TooFewParts:                "IPv4-in-IPv6-too-few-parts",
	CodeInvalidURLUnit:                       "invalid-URL-unit",
	CodeSpecialSchemeMissingFollowingSolidus: "special-scheme-missing-following-solidus",
	CodeMissingSchemeNonRelativeURL:          "missing-scheme-non-relative-URL",
	CodeInvalidReverseSolidus:                "invalid-reverse-solidus",
	CodeInvalidCredentials:                   "invalid-credentials",
	CodeHostMissing:                          "host-missing",
	CodePortOutOfRange:                       "port-out-of-range",
	CodePortInvalid:                          "port-invalid",
	CodeFileInvalidWindowsDriveLetter:        "file-invalid-Windows-drive-letter",
	CodeFileInvalidWindowsDriveLetterHost:    "file-invalid-Windows-drive-letter-host",
	CodeTooLong:                              "too-long",
}

// String returns the standard's name, such as "host-missing".
func (c Code) String() string { return textio.Name(codeNames[:], c, "Code") }

// An Error describes why an input cannot be parsed, which the standard calls failure. Functions return it as a pointer,
// for [errors.As]. It holds no part of the input.
type Error struct {
	Code   Code // the type of the validation error that is the failure
	Offset int  // where that error begins, in bytes of the input; see ValidationError
}

// Error returns a message such as "whatwg: host-missing at byte 8".
func (e *Error) Error() string {
	return "whatwg: " + e.Code.String() + " at byte " + strconv.Itoa(e.Offset)
}

// allocated returns e as an error. Functions that need no error pass the value on, because a pointer has to be allocated.
func (e Error) allocated() error { return &e }

// A ValidationError is a validation error of the standard (section 1.1). It marks a place where the input is not a
// valid URL string. The parser continues after most validation errors.
type ValidationError struct {
	Code Code

	// Offset and End are the range of the bytes that the error is about. It is empty where bytes are missing. In a host
	// that is percent-encoded or mapped, it can be the range of the host.
	Offset, End int
}
