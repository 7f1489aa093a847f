package iri

import (
	"errors"
	"net/netip"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/host"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/internal/hostname"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// These functions do the part of the host parser of the URL Standard (section 3.5) for special schemes that follows the
// percent-decoding and the domain parser of package idna. They read IPv4 addresses, IPv6 addresses, and characters that
// a URI cannot have.

var (
	errNumber  = errors.New("the host ends in a number, and is not an IPv4 address")
	errLiteral = errors.New("browsers read only IPv6 addresses in brackets")
)

// domain percent-encodes the ASCII characters that a host of a URI or an IRI cannot have.
var domain = octet.NewCoding(func(c byte) bool { return c >= utf8.RuneSelf || tables.Is(c, tables.Unreserved|tables.SubDelims) })

// appendHost appends a host of a URI or an IRI to dst, with A-labels. With HostBrowser, the result may be an address.
func (f HostForm) appendHost(dst []byte, raw string) ([]byte, error) {
	if f == HostBrowser && raw[0] == '[' {
		return appendLiteral(dst, raw)
	}
	name, lo := octet.Decoded(raw), len(dst)
	dst, err := f.profile().AppendASCII(dst, name)
	if err != nil || f != HostBrowser {
		return dst, err
	}
	aLabels := octet.Text(dst[lo:])
	if addr, ok, err := asIPv4(name, aLabels); ok || err != nil {
		return addr.AppendTo(dst[:lo]), err
	}
	return append(dst[:lo], domain.Text(aLabels)...), nil
}

// convertHost returns the host with A-labels and with U-labels. With HostBrowser, both results may be the same address.
func (f HostForm) convertHost(raw string) (aLabels, uLabels string, err error) {
	if f == HostBrowser && raw[0] == '[' {
		address, err := appendLiteral(nil, raw)
		return string(address), string(address), err
	}
	name := octet.Decoded(raw)
	aLabels, uLabels, err = f.profile().Convert(name)
	if err != nil || f != HostBrowser {
		return aLabels, uLabels, err
	}
	if addr, ok, err := asIPv4(name, aLabels); ok || err != nil {
		return addr.String(), addr.String(), err
	}
	return domain.Text(aLabels), domain.Text(uLabels), nil
}

// asIPv4 returns the IPv4 address that browsers read. ok is false if the name does not end in a number. aLabels is the name
// with A-labels. An error is about the last label.
func asIPv4(name, aLabels string) (addr netip.Addr, ok bool, err error) {
	addr, endsInNumber, ok := host.ParseAddr(aLabels)
	if ok || !endsInNumber {
		return addr, ok, nil
	}
	label := name
	if last, size := utf8.DecodeLastRuneInString(name); strings.ContainsRune(idna.Dots, last) {
		label = name[:len(name)-size]
	}
	lo := 0
	if n := strings.LastIndexAny(label, idna.Dots); n >= 0 {
		_, size := utf8.DecodeRuneInString(label[n:])
		lo = n + size
	}
	return addr, false, &idna.Error{Label: label[lo:], Offset: lo, Err: errNumber}
}

// appendLiteral appends an IPv6 address in brackets.
func appendLiteral(dst []byte, literal string) ([]byte, error) {
	addr, _, fault := hostname.ParseIPv6(literal[1 : len(literal)-1])
	if fault != 0 {
		return dst, &idna.Error{Label: literal, Err: errLiteral}
	}
	return append(hostname.AppendIPv6(append(dst, '['), addr), ']'), nil
}
