package whatwg

import "golang.org/x/text/encoding"

// A Parser parses URLs with options. The functions and methods named Parse and AppendHref without a Parser use the zero
// Parser.
type Parser struct {
	// Encoding is the encoding of the page that contains the link. Browsers use it for queries of http, https, ftp and
	// file URLs. Nil means UTF-8. A code point that is not in the encoding becomes "%26%23N%3B", where N is its number.
	// Encoding a query that is not US-ASCII may allocate.
	//
	// Use the encodings of golang.org/x/text, which [golang.org/x/text/encoding/htmlindex] finds by their labels. A
	// Parser recognizes them by their names, and corrects them where they differ from the Encoding Standard. The
	// encodings of package golang.org/x/net/html/charset have no name. That package returns a name with each encoding:
	// pass this name to htmlindex.Get.
	Encoding encoding.Encoding

	// InvalidUTF8 selects how input that is not UTF-8 is read.
	InvalidUTF8 InvalidUTF8
}

// InvalidUTF8 selects how a [Parser] reads input that is not UTF-8. A domain that is not UTF-8 after percent-decoding
// is refused in any case.
type InvalidUTF8 uint8

const (
	// ReplaceInvalid reads each ill-formed sequence as U+FFFD, which becomes "%EF%BF%BD". It is the default, because
	// browsers decode a document before they parse its links, and decoders replace these sequences.
	ReplaceInvalid InvalidUTF8 = iota

	// EncodeRaw percent-encodes the bytes themselves: "\xff" becomes "%FF". So bytes that come from a network or a
	// file system are not lost.
	EncodeRaw
)
