package reference

import (
	"strconv"
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
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
func ElementsOf(s string, r *fsm.Ranges) (Elements, error) {
	var b Builder
	b.Load(s, r)
	for c, s := range &b.settings {
		if s.defined {
			if offset, bad := inexpressible(Component(c), s.raw); bad {
				return Elements{}, PartError(Component(c), offset, ReasonInexpressible)
			}
		}
	}
	scheme, port, path := b.settings[ComponentScheme], b.settings[ComponentPort], b.settings[ComponentPath]
	e := Elements{
		IsRelative: !scheme.defined,
		Scheme:     scheme.raw,
		UserInfo:   b.settings[ComponentUserinfo].raw,
		Host:       b.settings[ComponentHost].raw,
		HasPort:    port.defined,
		Query:      b.settings[ComponentQuery].raw,
		Fragment:   b.settings[ComponentFragment].raw,
	}
	e.Port, _ = octet.Uint16(port.raw)
	if path.raw != "" {
		e.Path = strings.Split(path.raw, "/")
	}
	return e, nil
}

// inexpressible reports whether Elements cannot express a component c with this text, and returns the offset of the
// first byte that prevents it.
func inexpressible(c Component, text string) (offset int, bad bool) {
	switch {
	case c == ComponentPath:
		return 0, false
	case text == "":
		return 0, true
	case c != ComponentPort:
		return 0, false
	case text[0] == '0':
		return 1, len(text) > 1
	}
	_, n := octet.Uint16(text)
	return n, n < len(text)
}

// Build returns the reference that has the elements e, and its ranges, as [Builder.Build] does.
func (e *Elements) Build(g Grammar) (string, fsm.Ranges, error) {
	b := Builder{Grammar: g}
	for c, raw := range [...]string{
		ComponentScheme:   e.Scheme,
		ComponentUserinfo: e.UserInfo,
		ComponentHost:     e.Host,
		ComponentQuery:    e.Query,
		ComponentFragment: e.Fragment,
	} {
		if raw != "" {
			b.Set(Component(c), raw)
		}
	}
	switch scheme := &b.settings[ComponentScheme]; {
	case e.IsRelative && scheme.defined:
		scheme.refused = schemeError(ReasonHasScheme, g.Rule(RuleRelativeRef))
	case !e.IsRelative && !scheme.defined:
		scheme.refused = schemeError(ReasonNoScheme, g.Rule(RuleURI))
	}
	switch {
	case e.HasPort:
		b.Set(ComponentPort, strconv.Itoa(int(e.Port)))
	case e.Port != 0:
		b.Refuse(ComponentPort, 0, ReasonInexpressible)
	}
	e.setPath(&b)
	return b.Build()
}

func schemeError(r Reason, a Rule) *Error {
	return &Error{Component: ComponentScheme, Reason: r, more: uint32(a) << ruleShift}
}

// setPath sets the path of b, which already has the other components.
func (e *Elements) setPath(b *Builder) {
	length, slash := uint64(0), -1
	for _, element := range e.Path {
		if i := strings.IndexByte(element, '/'); i >= 0 && slash < 0 {
			slash = int(length) + i
		}
		if length += uint64(len(element)) + 1; length > maxText {
			b.Refuse(ComponentPath, 0, ReasonTooLong) // before they are joined: many elements can share one text
			return
		}
	}
	path := strings.Join(e.Path, "/")
	if len(e.Path) == 1 && path == "" {
		path = "/"
	}
	b.Set(ComponentPath, path)
	switch before := b.pathGuard(); {
	case before == "./":
		b.Refuse(ComponentPath, colonInFirst(path), ReasonColonInSegment)
	case slash >= 0:
		b.Refuse(ComponentPath, slash, ReasonIllegalByte)
	case before != "":
		b.Refuse(ComponentPath, 1, ReasonIllegalByte)
	}
}
