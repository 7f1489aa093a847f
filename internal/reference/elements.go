package reference

import (
	"strconv"
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// Elements has the fields of the type of package uri, which describes them.
type Elements struct {
	IsRelative bool
	Scheme     string
	UserInfo   string
	Host       string
	Port       uint16
	HasPort    bool
	Path       []string
	Query      string
	Fragment   string
}

// ElementsOf returns the elements of s. r is the ranges of s.
func ElementsOf(s string, r *fsm.Ranges) (Elements, *Fault) {
	var b Builder
	b.Load(s, r)
	for c, s := range &b.settings {
		if s.defined {
			if offset, bad := inexpressible(tables.Component(c), s.raw); bad {
				return Elements{}, PartFault(tables.Component(c), offset, ReasonInexpressible)
			}
		}
	}
	scheme, port, path := b.settings[tables.Scheme], b.settings[tables.Port], b.settings[tables.Path]
	e := Elements{
		IsRelative: !scheme.defined,
		Scheme:     scheme.raw,
		UserInfo:   b.settings[tables.Userinfo].raw,
		Host:       b.settings[tables.Host].raw,
		HasPort:    port.defined,
		Query:      b.settings[tables.Query].raw,
		Fragment:   b.settings[tables.Fragment].raw,
	}
	e.Port, _ = octet.Uint16(port.raw)
	if path.raw != "" {
		e.Path = strings.Split(path.raw, "/")
	}
	return e, nil
}

// inexpressible reports whether Elements cannot express the component c with the value text, and returns the offset of
// the first byte that prevents it.
func inexpressible(c tables.Component, text string) (offset int, bad bool) {
	switch {
	case c == tables.Path:
		return 0, false
	case text == "":
		return 0, true
	case c != tables.Port:
		return 0, false
	case text[0] == '0':
		return 1, len(text) > 1
	}
	_, n := octet.Uint16(text)
	return n, n < len(text)
}

// Build returns the reference that has the elements e, and its ranges, as [Builder.Build] does.
func (e *Elements) Build() (string, fsm.Ranges, *Fault) {
	var b Builder
	for c, raw := range [...]string{
		tables.Scheme:   e.Scheme,
		tables.Userinfo: e.UserInfo,
		tables.Host:     e.Host,
		tables.Query:    e.Query,
		tables.Fragment: e.Fragment,
	} {
		if raw != "" {
			b.Set(tables.Component(c), raw)
		}
	}
	switch scheme := &b.settings[tables.Scheme]; {
	case e.IsRelative && scheme.defined:
		scheme.refused = schemeFault(fsm.HasScheme, RuleRelativeRef)
	case !e.IsRelative && !scheme.defined:
		scheme.refused = schemeFault(fsm.NoScheme, RuleURI)
	}
	switch {
	case e.HasPort:
		b.Set(tables.Port, strconv.Itoa(int(e.Port)))
	case e.Port != 0:
		b.Refuse(tables.Port, 0, ReasonInexpressible)
	}
	e.setPath(&b)
	return b.Build()
}

func schemeFault(r fsm.Reason, a Rule) *Fault {
	return &Fault{Component: tables.Scheme, Reason: r, details: uint32(a) << ruleShift}
}

// setPath sets the path of b, which already has the other components.
func (e *Elements) setPath(b *Builder) {
	length, slash := uint64(0), -1
	for _, element := range e.Path {
		if i := strings.IndexByte(element, '/'); i >= 0 && slash < 0 {
			slash = int(length) + i
		}
		if length += uint64(len(element)) + 1; length > maxText {
			b.Refuse(tables.Path, 0, fsm.TooLong) // before they are joined: many elements can share one string
			return
		}
	}
	path := strings.Join(e.Path, "/")
	if len(e.Path) == 1 && path == "" {
		path = "/"
	}
	b.Set(tables.Path, path)
	switch before := b.pathGuard(); {
	case before == "./":
		b.Refuse(tables.Path, colonInFirst(path), fsm.ColonInSegment)
	case slash >= 0:
		b.Refuse(tables.Path, slash, fsm.IllegalByte)
	case before != "":
		b.Refuse(tables.Path, 1, fsm.IllegalByte)
	}
}
