package links

import (
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/origin"
)

// Refresh returns the target of the value of a Refresh header field: "/x" for "0; url=/x". It reads the value as
// browsers read the content of <meta http-equiv=refresh> (HTML Standard, "shared declarative refresh steps"). ok is
// false if the value has an error or no URL. A value without a URL, such as "5", reloads the page.
//
// Resolve the target against the URL of the response. A base element does not change it. Refresh decodes bytes that are
// not US-ASCII from ISO-8859-1, as browsers do for this field.
func Refresh(value string) (target string, ok bool) {
	url, ok := refreshURL([]byte(value))
	if octet.IsASCII(octet.Text(url)) {
		return string(url), ok
	}
	decoded := make([]rune, len(url))
	for i, c := range url {
		decoded[i] = rune(c)
	}
	return string(decoded), ok
}

// refreshURL returns the URL of the content of <meta http-equiv=refresh>: see [origin.RefreshURL].
func refreshURL(content []byte) (url []byte, ok bool) {
	lo, hi, ok := origin.RefreshURL(octet.Text(content))
	if !ok {
		return nil, false
	}
	return content[lo:hi], true
}
