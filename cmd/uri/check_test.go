package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/test/kit"
)

func TestCheck(t *testing.T) {
	const stdin = "http://a/\n\nhttp://[::1\na%2\nx\ry\n//h:8a\na\tb\n"
	for _, test := range kit.Cases[struct {
		want string
		args []string
	}]("check.txt", "TestCheck") {
		status, stdout, stderr := runWith(stdin, test.args...)
		isDrawn := slices.Contains(test.args, "-picture=always")
		if want := map[bool]string{true: "uri: 5 of 6 lines are invalid\n"}[isDrawn]; status != engine.ExitInvalid || stderr != want {
			t.Errorf("%q: status %d, %q, want %q", test.args, status, stderr, want)
		}
		if diff := cmp.Diff(test.want, stdout); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.args, diff)
		}
	}
}

// TestCaptionNamesByte: a message names the illegal byte in an authority, unless it may belong to a password.
func TestCaptionNamesByte(t *testing.T) {
	for in, want := range kit.Pairs[string, string]("check.txt", "TestCaptionNamesByte") {
		rec := engine.NewRecord(in, dialect.URI)
		if rec.Valid() || rec.Caption() != want {
			t.Errorf("%q: %s, want %s", in, rec.Caption(), want)
		}
	}
	// No message names a byte of a password. Before a "\\" without "@", digits are a port, as pictures show
	// them.
	for _, parts := range [][2]string{{"http://u:hun", "ter2@h/"}, {"//u:", "@h"}, {"x://u%3A1", "2"}, {"http://u:1", "2"},
		{"http://u:%41", "@@h/"}, {"http://h/\thttp://u:", "@h"}} {
		for b := range 256 {
			if b == '\\' && parts[1] == "2" {
				continue
			}
			in := parts[0] + string([]byte{byte(b)}) + parts[1]
			for _, d := range []*dialect.Dialect{dialect.URI, dialect.IRI} {
				rec := engine.NewRecord(in, d)
				if rec.Valid() || rec.N != len(parts[0]) {
					continue
				}
				if strings.Contains(rec.Caption(), "0x") || strings.Contains(rec.Caption(), "character") {
					t.Errorf("-%s %q: %s", d.Flag, in, rec.Caption())
				}
			}
		}
	}
	rec := engine.NewRecord("//\ue000/", dialect.IRI)
	if rec.Valid() || rec.Caption() != "illegal character U+E000 in authority at byte 2" {
		t.Error(rec.Caption())
	}
}
