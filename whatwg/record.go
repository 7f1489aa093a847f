package whatwg

import (
	"bytes"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/tables"
)

// A record is a URL record under construction, in serialized form. The parser finds the components in the order of the
// URL serializer, so it appends each to the text before it. It only ever rewrites the host and the end of the path.
//
// Package ranges defines the offsets. If the host is null, Authority is 0.
type record struct {
	out     []byte
	r       ranges.Offsets
	special bool // the scheme is a special scheme
	file    bool // the scheme is "file"
}

// maxLen is the length of the longest input and href. Percent-encoding at most triples the length, so [URL.URI] has a
// result for every URL.
const maxLen = fsm.MaxLen / 3

// isTooLong reports whether the record is longer than an href can be.
func (r *record) isTooLong() bool { return len(r.out) > maxLen }

func (r *record) offsets() *ranges.Offsets { return &r.r }

// setOffsets sets o to the offsets of the record.
func (r *record) setOffsets(o *ranges.Offsets) {
	o.SetAuthority(&r.r)
	o.SetTail(&r.r, 0)
}

func (r *record) len() uint32 { return uint32(len(r.out)) }

// setScheme writes the scheme, in lower case, and ":".
func (r *record) setScheme(scheme string) {
	r.out = octet.AppendLower(r.out[:0], scheme)
	r.setKind(schemes.LowerKindOf(r.out))
	r.out = append(r.out, ':')
	o := r.offsets()
	o.SchemeEnd, o.Authority, o.Host, o.Path = uint32(len(scheme)), 0, 0, r.len()
}

// copyHTTP writes the scheme of head, "http://" or "https://", and ":".
func (r *record) copyHTTP(head string) {
	r.out = append(r.out[:0], head[:len(head)-len("//")]...)
	r.special, r.file = true, false
	r.offsets().SchemeEnd = uint32(len(head) - len("://"))
}

func (r *record) setKind(k schemes.Kind) { r.special, r.file = k.IsSpecial(), k == schemes.KindFile }

// setCredentials writes the username, the password and "@", unless both are empty.
func (r *record) setCredentials(username, password string) {
	if username == "" && password == "" {
		return
	}
	r.out = userinfoSet.AppendText(r.out, username)
	if password != "" {
		r.out = userinfoSet.AppendText(append(r.out, ':'), password)
	}
	r.out = append(r.out, '@')
	r.offsets().Host = r.len()
}

// scheme returns the scheme.
func (r *record) scheme() []byte { return r.out[:r.offsets().SchemeEnd] }

// startAuthority writes "//".
func (r *record) startAuthority() {
	r.out = append(r.out, "//"...)
	o := r.offsets()
	o.Authority, o.Host, o.HostEnd, o.Path = r.len(), r.len(), r.len(), r.len()
}

// endHost marks the end of the host. The port is null until setPort writes it.
func (r *record) endHost() { r.offsets().HostEnd, r.offsets().Path = r.len(), r.len() }

// copyScheme copies the scheme of u, and ":".
func (r *record) copyScheme(u *URL) {
	n := u.offsets().SchemeEnd
	r.out = append(r.out[:0], u.href[:n+1]...)
	r.setKind(schemes.LowerKindOf(u.href[:n]))
	o := r.offsets()
	o.SchemeEnd, o.Authority, o.Host, o.Path = n, 0, 0, n+1
}

// copyAuthority copies the username, password, host and port of u, which has the same scheme. So their offsets are the
// same.
func (r *record) copyAuthority(u *URL) {
	if o := u.offsets(); o.Authority != 0 {
		to := r.offsets()
		r.out = append(r.out[:o.SchemeEnd+1], u.href[o.SchemeEnd+1:o.Path]...)
		to.Authority, to.Host, to.HostEnd, to.Path = o.Authority, o.Host, o.HostEnd, o.Path
	}
}

// copyToPath copies the components of u up to the path.
func (r *record) copyToPath(u *URL) {
	r.copyScheme(u)
	r.copyAuthority(u)
	r.copyPath(u)
	r.endPath()
}

// path returns the path that is written so far.
func (r *record) path() []byte { return r.out[r.offsets().Path:] }

// shorten shortens the path (section 4.2).
func (r *record) shorten() {
	path := r.path()
	if r.file && len(path) == 3 && startsWithDrive(path) {
		return
	}
	r.out = r.out[:len(r.out)-len(path)+max(bytes.LastIndexByte(path, '/'), 0)]
}

// startsWithDrive reports whether the first segment of a path is a normalized Windows drive letter.
func startsWithDrive[T string | []byte](path T) bool {
	return len(path) >= 3 && path[0] == '/' && tables.Is(path[1], tables.ALPHA) && path[2] == ':' &&
		(len(path) == 3 || path[3] == '/')
}

// endPath marks the end of the path. The query and the fragment are null until they are written. If the host is null, a
// path that begins with "//" would look like an authority. So the URL serializer writes "/." before it (section 4.5).
func (r *record) endPath() {
	o := r.offsets()
	if o.Authority == 0 {
		if bytes.HasPrefix(r.path(), []byte("//")) {
			r.out = append(r.out, "/."...)
			copy(r.out[o.Path+2:], r.out[o.Path:])
			copy(r.out[o.Path:], "/.")
			o.Path += 2
		}
		o.HostEnd = o.Path
	}
	o.PathEnd = r.len()
	r.endQuery()
}

// endQuery marks the end of the query. The fragment is null until it is written.
func (r *record) endQuery() {
	r.offsets().QueryEnd = r.len()
	r.end()
}

// end marks the end of the URL.
func (r *record) end() { r.offsets().End = r.len() }

// copyPath appends the path of u.
func (r *record) copyPath(u *URL) { r.out = append(r.out, u.Pathname()...) }

// copyQuery appends the query of u.
func (r *record) copyQuery(u *URL) {
	r.out = append(r.out, u.href[u.offsets().PathEnd:u.offsets().QueryEnd]...)
	r.endQuery()
}

// copyFragment appends the fragment of u.
func (r *record) copyFragment(u *URL) {
	r.out = append(r.out, u.href[u.offsets().QueryEnd:]...)
	r.end()
}
