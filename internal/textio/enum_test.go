package textio

import (
	"strconv"
	"testing"
)

func TestName(t *testing.T) {
	type kind uint8
	names := []string{"zero", "one"}
	for i, want := range map[kind]string{0: "zero", 1: "one", 2: "Kind(2)", 255: "Kind(255)"} {
		if got := Name(names, i, "Kind"); got != want {
			t.Errorf("Name(%d) = %q, want %q", i, got, want)
		}
	}
	if got := Name(names, kind(1), "") + Name(names, kind(2), ""); got != "one" {
		t.Errorf("without a type: %q", got)
	}
}

// TestMust checks that a result is returned, and that an error causes a panic.
func TestMust(t *testing.T) {
	if got := Must("pkg: ", strconv.Atoi, "12"); got != 12 {
		t.Error(got)
	}
	defer func() {
		if got := recover(); got != `pkg: strconv.Atoi: parsing "x": invalid syntax` {
			t.Errorf("%v", got)
		}
	}()
	Must("pkg: ", strconv.Atoi, "x")
}

func TestFlags(t *testing.T) {
	for set, want := range map[uint64]string{
		0:         "none",
		1:         "one",
		2:         "two",
		3:         "one, two",
		4:         "Set(1<<2)",
		1<<63 | 2: "two, Set(1<<63)",
	} {
		if got := Flags(set, "Set", []string{"one", "two"}); got != want {
			t.Errorf("%b is %q, want %q", set, got, want)
		}
	}
}
