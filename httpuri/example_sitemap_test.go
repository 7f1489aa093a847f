package httpuri_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/httpuri"
)

// The limits and the namespace of https://www.sitemaps.org/protocol.html.
const (
	maxSitemap   = 52_428_800 // bytes, uncompressed
	maxLocations = 50_000
	maxLocation  = 2_047 // bytes
	namespace    = "http://www.sitemaps.org/schemas/sitemap/0.9"
)

// checkLocation returns an error unless a sitemap at the URI site may list the address: it is of the same origin, and
// its path begins with the directory of the sitemap.
func checkLocation(site uri.URI, address string) error {
	if len(address) > maxLocation {
		return errors.New("too long")
	}
	u, err := uri.ParseURI(address)
	if err != nil {
		return err
	}
	if err := httpuri.Check(u); err != nil {
		return err
	}
	siteOrigin, err := httpuri.OriginOf(site)
	if err != nil {
		return err
	}
	if origin, err := httpuri.OriginOf(u); err != nil || origin != siteOrigin {
		return errors.New("of another origin")
	}
	directory := site.Normalized().Path()
	directory = directory[:strings.LastIndexByte(directory, '/')+1]
	if !strings.HasPrefix(u.Normalized().Path(), directory) { // normalized, so without dot segments
		return errors.New("outside the directory of the sitemap")
	}
	return nil
}

// checkSitemap calls report for each location of the sitemap, with nil if it is allowed there. It stops at the limits.
func checkSitemap(site uri.URI, sitemap io.Reader, report func(address string, err error)) error {
	limited := &io.LimitedReader{R: sitemap, N: maxSitemap + 1}
	decoder := xml.NewDecoder(limited)
	for n := 0; ; {
		token, err := decoder.Token()
		start, isStart := token.(xml.StartElement)
		if isStart && start.Name == (xml.Name{Space: namespace, Local: "loc"}) {
			var address string
			if err = decoder.DecodeElement(&address, &start); err == nil {
				if n++; n > maxLocations {
					return errors.New("too many locations")
				}
				address = strings.TrimSpace(address)
				report(address, checkLocation(site, address))
			}
		}
		switch {
		case limited.N <= 0:
			return errors.New("sitemap too long")
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
	}
}

// A sitemap lists only pages below it, and its size is limited.
func Example_sitemap() {
	const sitemap = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
	<url><loc>http://example.com/shop/a?b&amp;c</loc></url>
	<url><loc>
		HTTP://EXAMPLE.com:80/%73hop/
	</loc></url>
	<url><loc>http://example.com/shop/%2E%2E/admin</loc></url>
	<url><loc>http://example.com/shopping</loc></url>
	<url><loc>https://example.com/shop/</loc></url>
	<url><loc>http://example.com@example.net/shop/</loc></url>
	<url><loc>http://example.com/shop/a b</loc></url>
	<url><loc>/shop/</loc></url>
	<url><loc>http://example.com/shop/&unknown;</loc></url>
</urlset>`
	site := uri.MustParse("http://example.com/shop/sitemap.xml")
	err := checkSitemap(site, strings.NewReader(sitemap), func(address string, err error) { fmt.Println(address, err) })
	fmt.Println(err)
	// Output:
	// http://example.com/shop/a?b&c <nil>
	// HTTP://EXAMPLE.com:80/%73hop/ <nil>
	// http://example.com/shop/%2E%2E/admin outside the directory of the sitemap
	// http://example.com/shopping outside the directory of the sitemap
	// https://example.com/shop/ of another origin
	// http://example.com@example.net/shop/ URI: unwanted userinfo
	// http://example.com/shop/a b illegal space in path at byte 25
	// /shop/ no scheme at byte 0: expected a URI, such as https://example.com/
	// XML syntax error on line 13: invalid character entity &unknown;
}
