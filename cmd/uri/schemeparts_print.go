package main

import (
	"iter"
	"strconv"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/scheme"
)

// The verb split writes the parts of a scheme in JSON, and explain below its table.

// schemePartsKey is the key of an object with the parts.
var schemePartsKey = engine.Key{Name: "scheme_parts", Append: appendSchemeParts, Nested: true, Any: true, Maybe: true}

// appendSchemeParts appends the parts as a JSON object, or null.
func appendSchemeParts(dst []byte, rec *engine.Record) []byte {
	p := partsOf(rec)
	if p.kind == "" {
		return append(dst, "null"...)
	}
	dst = append(append(append(dst, `{"kind":"`...), p.kind...), '"')
	for _, part := range p.list {
		dst = append(append(append(dst, `,"`...), part.key...), `":`...)
		switch v := part.value.(type) {
		case string:
			dst = escape.AppendJSON(dst, octet.Bytes(v))
		case int:
			dst = strconv.AppendInt(dst, int64(v), 10)
		case bool:
			dst = strconv.AppendBool(dst, v)
		case []scheme.Host:
			dst = engine.AppendList(dst, v, func(dst []byte, h scheme.Host) []byte {
				dst = escape.AppendJSON(append(dst, `{"host":`...), octet.Bytes(h.Name))
				if dst = append(dst, `,"port":`...); h.Port == 0 {
					return append(dst, "null}"...)
				}
				return append(strconv.AppendUint(dst, uint64(h.Port), 10), '}')
			})
		case iter.Seq2[string, string]:
			dst = appendParams(dst, v)
		default:
			dst = append(dst, "null"...)
		}
	}
	return append(dst, '}')
}

// partKinds are the headings of explain.
var partKinds = map[string]string{
	"data": "data URL", "urn": "URN (RFC 8141)", "hosts": "list of hosts", "git": "git remote", "object": "object of a store",
}

// parts writes the parts of the record below the table, one in a row. It hides secrets, and leaves out bodies.
func (t *explanation) parts() {
	p := partsOf(t.rec)
	if h, err := scheme.ParseHosts(octet.Text(t.rec.Bytes)); p.kind == "hosts" && err == nil {
		p = hostsParts(h.String())
	}
	if p.kind == "" {
		return
	}
	t.pen.Put(0, partKinds[p.kind], paint.Faint)
	t.pen.EndRow()
	for _, part := range p.list {
		label := strings.ReplaceAll(part.key, "_", " ")
		switch v := part.value.(type) {
		case string:
			if label != "body" && (v != "" || label != "path" && label != "key") {
				t.part(label, v)
			}
		case int:
			t.part(label, strconv.Itoa(v)+" bytes")
		case bool:
			t.part(label, map[bool]string{false: "no", true: "yes"}[v])
		case []scheme.Host:
			for _, host := range v {
				t.part("host", host.String())
			}
		case iter.Seq2[string, string]:
			for name, value := range v {
				t.part("parameter", name+"="+value)
			}
		}
	}
}

// part writes a row with a part.
func (t *explanation) part(label, value string) {
	const labels, values = 4, 18 // columns
	t.pen.Put(labels, label, paint.Faint)
	g := paint.TextOf([]byte(value)).From(0)
	if value == "" {
		t.pen.EndRow()
		return
	}
	lines := paint.Lines{Source: g, End: g.Len(), Cut: beforeEscape}
	t.pen.PutLines(values, &lines, max(t.width-values, paint.MinWrapped), paint.Plain)
}
