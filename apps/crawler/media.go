package main

import (
	"bytes"
	"net/http"
	"strings"

	"github.com/urispan/uri"
)

// A medium is what a response contains: what the crawler reads links of, or something else.
type medium uint8

const (
	mediumOther   medium = iota
	mediumHTML           // also XHTML
	mediumXML            // feeds, sitemaps, outlines
	mediumGzipXML        // a sitemap in a file that is compressed
	mediumUnknown        // the body decides
)

// mediumOf returns the medium of a response from u, by its header (MIME Sniffing Standard, sections 5.1 and 7).
func mediumOf(u uri.URI, header http.Header) medium {
	switch essence := essenceOf(header); {
	case essence == "text/html", essence == "application/xhtml+xml":
		return mediumHTML
	case essence == "text/xml", essence == "application/xml", essence == "text/x-opml", essence == "text/opml",
		strings.HasSuffix(essence, "+xml") && !strings.HasPrefix(essence, "image/"):
		return mediumXML
	case essence == "application/gzip", essence == "application/x-gzip":
		if strings.HasSuffix(u.Path(), ".xml.gz") { // https://www.sitemaps.org/protocol.html allows it
			return mediumGzipXML
		}
	case essence == "", essence == "unknown/unknown", essence == "application/unknown":
		if !strings.EqualFold(header.Get("X-Content-Type-Options"), "nosniff") {
			return mediumUnknown
		}
	}
	return mediumOther
}

// essenceOf returns the last type and subtype of the Content-Type fields that are valid, in lower case, or "" (Fetch
// Standard, "extract a MIME type"). Package mime refuses types for their parameters, and browsers do not.
func essenceOf(header http.Header) (essence string) {
	for _, field := range header.Values("Content-Type") {
		for value := range strings.SplitSeq(field, ",") {
			value, _, _ = strings.Cut(value, ";")
			value = strings.ToLower(strings.Trim(value, " \t\r\n"))
			kind, sub, ok := strings.Cut(value, "/")
			if ok && isToken(kind) && isToken(sub) && value != "*/*" {
				essence = value
			}
		}
	}
	return essence
}

// isToken reports whether s is a token (RFC 9110, section 5.6.2).
func isToken(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(c rune) bool {
		return c <= ' ' || c > '~' || strings.ContainsRune("\"(),/:;<=>?@[\\]{}", c)
	})
}

// sniff returns the medium of a body by its first bytes. If its type is not known, these are the rules of section 7.1 of
// the MIME Sniffing Standard, which package net/http implements for 512 of the 1,445 bytes that browsers read: white
// space before a tag does not count here. A body that is said to be HTML may be a feed (section 7.3).
func sniff(body []byte, said medium) medium {
	const resourceHeader = 1445
	body = body[:min(len(body), resourceHeader)]
	if said == mediumHTML {
		if isFeed(body) {
			return mediumXML
		}
		return mediumHTML
	}
	switch kind, _, _ := strings.Cut(http.DetectContentType(bytes.TrimLeft(body, "\t\n\f\r ")), ";"); kind {
	case "text/html":
		return mediumHTML
	case "text/xml":
		return mediumXML
	}
	return mediumOther
}

// isFeed implements "rules for distinguishing if a resource is a feed or HTML" (MIME Sniffing Standard, section 7.3).
func isFeed(body []byte) bool {
	body = bytes.TrimPrefix(body, []byte("\ufeff"))
	for {
		body = bytes.TrimLeft(body, "\t\n\f\r ")
		end := ""
		switch {
		case bytes.HasPrefix(body, []byte("<!--")):
			end = "-->"
		case bytes.HasPrefix(body, []byte("<!")):
			end = ">"
		case bytes.HasPrefix(body, []byte("<?")):
			end = "?>"
		case bytes.HasPrefix(body, []byte("<rdf:RDF")):
			return bytes.Contains(body, []byte("http://purl.org/rss/1.0/")) &&
				bytes.Contains(body, []byte("http://www.w3.org/1999/02/22-rdf-syntax-ns#"))
		default:
			return bytes.HasPrefix(body, []byte("<rss")) || bytes.HasPrefix(body, []byte("<feed"))
		}
		var ok bool
		if _, body, ok = bytes.Cut(body, []byte(end)); !ok {
			return false
		}
	}
}
