package uri

import "strings"

// This file reads the two fields of a userinfo. What counts as a password in logs is in redact.go.

// Username returns the user name, decoded, like [net/url.Userinfo.Username]: the text of the userinfo before the first
// ":", or all of it if there is no ":". If the userinfo is undefined, ok is false (RFC 3986, section 3.2.1).
//
// Some programs put a token there, and some encode the ":" before a password as "%3A": then Username returns it. It
// allocates only if there is something to decode.
func (u URI) Username() (name string, ok bool) {
	userinfo, ok := u.Userinfo()
	name, _, _ = strings.Cut(userinfo, ":")
	return decoded(name), ok
}

// Password returns the password, decoded, like [net/url.Userinfo.Password]: the text of the userinfo after the first
// ":". If there is no userinfo or no ":", ok is false. The password of "//u:@h" is empty. It allocates only if there is
// something to decode.
func (u URI) Password() (password string, ok bool) {
	userinfo, _ := u.Userinfo()
	_, password, ok = strings.Cut(userinfo, ":")
	return decoded(password), ok
}

// decoded returns a part of a URI decoded. The grammar allows no percent-encoding that cannot be decoded.
func decoded(raw string) string {
	text, _ := Decode(raw, 0)
	return text
}
