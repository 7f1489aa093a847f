package httpuri

import (
	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/internal/textio"
	"github.com/urispan/uri/tables"
)

// A Form is one of the four forms of a request-target (RFC 9112, section 3.2). The zero Form is the form of the zero
// Target.
type Form uint8

const (
	_             Form = iota
	FormOrigin         // origin-form: a path that begins with "/", and possibly a query (section 3.2.1)
	FormAbsolute       // absolute-form: an absolute-URI (section 3.2.2)
	FormAuthority      // authority-form: a host and a port (section 3.2.3)
	FormAsterisk       // asterisk-form: "*" (section 3.2.4)
)

var formNames = [...]string{"", "origin-form", "absolute-form", "authority-form", "asterisk-form"}

// String returns the name of the form in RFC 9112, or "" for the zero Form.
func (f Form) String() string { return textio.Name(formNames[:], f, "Form") }

// A Target has the form of a request-target and the ranges of its components. A range is in bytes, half-open, and
// without delimiters. If a component is undefined, ok is false. A Target does not contain the target and is comparable.
type Target struct {
	// In authority-form, the ranges are in "//" + the request-target.
	r    fsm.Ranges
	form Form
}

// Parse parses the request-target of a request with the given method. Names of methods are case-sensitive (RFC 9110,
// section 9.1). The form must be one that the method allows. In addition to the grammar, Parse requires:
//
//   - In authority-form, the host is not empty, and the port is between 1 and 65535 (RFC 9110, section 9.3.6).
//   - In absolute-form with the scheme http or https, the host is defined and not empty (RFC 9110, section 4.2.1).
//
// In absolute-form, Parse accepts a userinfo and a port larger than 65535. [Request] and [Check] refuse them. The
// method and the target can have different types, as in Parse(r.Method, line).
//
// The error is an [*Error] with PartTarget. For CONNECT, its offset is the first byte that no authority-form could have
// there. For other methods, it is the first byte that no origin-form could have there if target begins with "/", and no
// absolute-form otherwise. Parse takes time linear in len(target), and allocates only the error.
func Parse[M, T string | []byte](method M, target T) (t Target, err error) {
	if isOrigin(method, target) { // as nearly all request-targets
		t.form = FormOrigin
		err = scan(PartTarget, fsm.OriginForm, target, &t.r)
	} else {
		err = parseOther(&t, method, target)
	}
	if err != nil {
		return Target{}, err
	}
	return t, nil
}

// isOrigin reports whether the request-target can only be in origin-form.
func isOrigin[M, T string | []byte](method M, target T) bool {
	return len(target) > 0 && target[0] == '/' && string(method) != "CONNECT"
}

// parseOther parses a request-target that cannot be in origin-form.
func parseOther[M, T string | []byte](t *Target, method M, target T) error {
	switch {
	case string(method) == "CONNECT":
		t.form = FormAuthority
		return parseAuthority(target, &t.r)
	case string(target) != "*":
		t.form = FormAbsolute
		return parseAbsolute(target, &t.r)
	case string(method) != "OPTIONS":
		return refuse(PartTarget, ReasonForm, 0, uri.ComponentNone)
	}
	t.form = FormAsterisk
	return nil
}

func parseAbsolute[T string | []byte](target T, r *fsm.Ranges) error {
	if err := scan(PartTarget, fsm.AbsoluteURI, target, r); err != nil {
		return err
	}
	if _, end, _ := r.Scheme(); schemes.KindOf(target[:end]).IsHTTP() {
		return checkHost(PartTarget, r, 0)
	}
	return nil
}

func parseAuthority[T string | []byte](target T, r *fsm.Ranges) error {
	if err := parseServer(PartTarget, target, r); err != nil {
		return err
	}
	if lo, hi, _ := r.Port(); lo == hi {
		return refuse(PartTarget, ReasonNoPort, len(target), uri.ComponentPort)
	}
	return nil
}

// Form returns the form. For the zero Target, it is the zero Form.
func (t Target) Form() Form { return t.form }

// Range returns the range of a component: of a Target t, target[lo:hi] is the component. If the component is undefined, or
// c is not one, ok is false, and lo and hi are 0. The path is always defined. In authority-form, the authority is the
// whole request-target; in asterisk-form, nothing but the path, which is empty, is defined. Range does not allocate.
func (t Target) Range(c uri.Component) (lo, hi int, ok bool) {
	lo, hi, ok = reference.RangeOf(&t.r, tables.Component(c))
	if ok && t.form == FormAuthority {
		return lo - len(slashes), hi - len(slashes), true
	}
	return lo, hi, ok
}
