package uri

// relativizeAllocTests are hooked into allocTests. A reference that is a part of its target's text costs nothing.
func relativizeAllocTests() []allocTest {
	u := MustParse("http://joe:hunter2@example.com:8042/over/there/and/back?name=ferret#nose")
	bare := MustParse("http://joe:hunter2@example.com:8042")
	b, err := NewBase(u, 0)
	if err != nil {
		panic(err)
	}
	below, above := MustParse(bare.s+"/over/there/and/again"), MustParse(bare.s+"/over/there/or/not")
	elsewhere, impossible := MustParse("http://example.com/"), MustParse(bare.s+"/over/../there")
	buf := make([]byte, 0, 1024)
	return []allocTest{
		{"Base.AppendRelativize", 0, func() { sinkBytes, sinkErr = b.AppendRelativize(buf, below) }},
		{"Base.AppendRelativize/climbing", 0, func() { sinkBytes, sinkErr = b.AppendRelativize(buf, above) }},
		{"Base.AppendRelativize/same", 0, func() { sinkBytes, sinkErr = b.AppendRelativize(buf, u) }},
		{"Base.AppendRelativize/impossible", 1, func() { sinkBytes, sinkErr = b.AppendRelativize(buf, impossible) }},
		{"Base.Relativize", 0, func() { sinkURI, sinkErr = b.Relativize(below) }},
		{"Base.Relativize/elsewhere", 0, func() { sinkURI, sinkErr = b.Relativize(elsewhere) }},
		{"Base.Relativize/climbing", 1, func() { sinkURI, sinkErr = b.Relativize(above) }},
		{"URI.Relativize", 0, func() { sinkURI, sinkErr = u.Relativize(below) }},
		{"URI.Relativize/empty path", 0, func() { sinkURI, sinkErr = bare.Relativize(below) }},
		{"URI.Relativize/climbing", 1, func() { sinkURI, sinkErr = u.Relativize(above) }},
		{"URI.Relativize/impossible", 1, func() { sinkURI, sinkErr = u.Relativize(impossible) }},
	}
}
