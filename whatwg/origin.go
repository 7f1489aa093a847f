package whatwg

// Origin returns the serialized origin of the URL (section 4.7). If the scheme is http, https, ws, wss or ftp, it is
// the scheme, the host and the port, such as "https://example.com:8080". For a "blob" URL that has an http or https URL
// as its path, it is the origin of that URL. All other URLs have an opaque origin, which is serialized as "null". That
// includes "file" URLs: the standard leaves their origin to implementations.
//
// Two opaque origins are never the same, so do not compare origins that are "null". Origin allocates only if the URL
// has a username or password or its scheme is "blob".
func (u URL) Origin() string {
	switch u.Scheme() {
	case "blob":
		return u.blobOrigin()
	case "ftp", "http", "https", "ws", "wss":
		o := u.offsets()
		if o.Authority == o.Host {
			return u.href[:o.Path]
		}
		return u.href[:o.Authority] + u.href[o.Host:o.Path]
	}
	return "null"
}

// blobOrigin returns the origin of a "blob" URL. Without a blob URL store, its blob URL entry is null.
func (u *URL) blobOrigin() string {
	if pathURL, err := Parse(u.Pathname()); err == nil {
		switch pathURL.Scheme() {
		case "http", "https", "file":
			return pathURL.Origin()
		}
	}
	return "null"
}
