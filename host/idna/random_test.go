package idna_test

import (
	"math/rand/v2"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
)

// pools are characters that the rules treat differently: those of mappings, normalization, joiners and directions.
var pools = [][]rune{
	[]rune("abcz019-"), []rune("AZ_ .-"), []rune("éüßςÀÜẞ☃日本語"),
	[]rune("e\u0301\u0323\u0308\u0327\u0345a\u0338=<>\u05b0\u05b4\u3099か\u0653"),
	[]rune("\u1100\u1161\u11a8\uac00\uac01\u11a7\u1175"),
	[]rune("\u0628\u0627\u0640\u200c\u200d\u064e\u094d\u0915\u0f84\u0622\u0671\ua872"),
	[]rune("\u05d0\u05d1\u0660\u06f0\u06601a-\u0300\u07fd.\u064a"),
	[]rune("\u00ad\u034f\u180b\u200b\u3002\uff0e\uff61\uff21\uff11\u2488\u00bd\u2100\ufb01\U000e0100"),
	[]rune("\u09c7\u09be\u0b47\u0b56\u0dd9\u0dcf\u0dca\u1025\u102e\U000110a5\U000110ba\U0001611e\U00016120"),
	[]rune("\U0001f600\U00020000\U0002f800\U0010ffff\ufffd\u0378\U000323b0\U00033479"),
}

// randomName returns a name of up to three labels, most of them from one or two pools.
func randomName(r *rand.Rand) string {
	var name []rune
	for range 1 + r.IntN(3) {
		if len(name) > 0 {
			name = append(name, '.')
		}
		if r.IntN(8) == 0 {
			name = append(name, []rune("xn--")...)
			for range 1 + r.IntN(10) {
				name = append(name, rune("abcdefghijklmnopqrstuvwxyz0123456789-"[r.IntN(37)]))
			}
			continue
		}
		first, second := pools[r.IntN(len(pools))], pools[r.IntN(len(pools))]
		for range r.IntN(7) {
			pool := first
			if r.IntN(3) == 0 {
				pool = second
			}
			name = append(name, pool[r.IntN(len(pool))])
		}
	}
	return string(name)
}

// TestRandomNames checks Convert for random names.
func TestRandomNames(t *testing.T) {
	n := kit.Rounds(4_000, 4_000, 50_000)
	r := kit.Random(t)
	for range n {
		checkConvert(t, randomName(r))
	}
}

// TestCharacters checks Convert for names with every character.
func TestCharacters(t *testing.T) {
	step := rune(kit.Rounds(31, 31, 1))
	for r := rune(0); r < 0x34000; r += step {
		checkConvert(t, "a"+string(r)+"a")
		if r%5 == 0 {
			checkConvert(t, "\u05d0"+string(r)+"\u05d0")
			checkConvert(t, "o\u0323\u0302"+string(r)+"\u0301")
		}
	}
	for _, r := range []rune{0xe0001, 0xe0100, 0xe01ef, 0xe01f0, 0x10ffff} {
		checkConvert(t, "a"+string(r)+"a")
	}
}
