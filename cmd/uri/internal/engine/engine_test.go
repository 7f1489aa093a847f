package engine

import (
	"flag"
	"os"
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
)

// TestMain removes the settings of the user's screen, so that the tests do not depend on them.
func TestMain(m *testing.M) {
	os.Unsetenv("COLUMNS")
	os.Unsetenv("NO_COLOR")
	os.Setenv("TERM", "dumb")
	os.Exit(m.Run())
}

// testVerb is a verb that prints valid inputs unchanged.
var testVerb = &Verb{
	Dialects: dialect.All,
	Flags: func(*flag.FlagSet) Prepare {
		return func(*Arguments) (Work, error) { return Work{}, nil }
	},
	Formats: Formats{
		Keys: OutputFormats.Keys,
		Line: func(dst []byte, rec *Record) []byte {
			if !rec.OK {
				return AppendInvalidLine(dst, rec)
			}
			return append(append(append(dst, "ok\t"...), rec.Bytes...), '\n')
		},
		Picture: ResultPicture,
	},
}

// optionsOf returns the options of testVerb with the given arguments.
func optionsOf(t *testing.T, args ...string) *Options {
	t.Helper()
	o, err := testVerb.Parse(args, func(string) bool { return false })
	if err != nil {
		t.Fatal(err)
	}
	return o
}
