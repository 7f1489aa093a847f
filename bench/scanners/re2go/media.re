package re2go

/*!re2c re2c:flags:tags = 1; */

// MediaType has the offsets of the components.
type MediaType struct {
	at [6]int
}

// ParseMediaType parses s, which ends with a NUL.
func ParseMediaType(s string) (v MediaType, ok bool) {
	cursor, marker := 0, 0
	_ = marker
	/*!stags:re2c format = "	@@ := -1\n"; */
	var b0_0 int; var e0_0 int; var b1_0 int; var e1_0 int;
	/*!re2c
		re2c:define:YYCTYPE = byte;
		re2c:define:YYPEEK = "s[cursor]";
		re2c:define:YYSKIP = "cursor++";
		re2c:define:YYBACKUP = "marker = cursor";
		re2c:define:YYRESTORE = "cursor = marker";
		re2c:define:YYSTAGP = "@@{tag} = cursor";
		re2c:define:YYSTAGN = "@@{tag} = -1";
		re2c:define:YYSHIFTSTAG = "@@{tag} += @@{shift}";
		re2c:yyfill:enable = 0;

		(((( @b0_0 ((((((((('!') | ('#') | ('$') | ('%') | ('&') | ('\'') | ('*') | ('+') | ('-') | ('.') | ('^') | ('_') | ('`') | ('|') | ('~') | (((([\x30-\x39])))) | (((([\x41-\x5a]) | ([\x61-\x7a]))))))){1,}))))) @e0_0 ) '/' ( @b1_0 ((((((((('!') | ('#') | ('$') | ('%') | ('&') | ('\'') | ('*') | ('+') | ('-') | ('.') | ('^') | ('_') | ('`') | ('|') | ('~') | (((([\x30-\x39])))) | (((([\x41-\x5a]) | ([\x61-\x7a]))))))){1,}))))) @e1_0 ) (((((((((((((((([\x20-\x20]))))) | ((((([\x09-\x09])))))))*))) ';' (((((((((([\x20-\x20]))))) | ((((([\x09-\x09])))))))*))) (((((((((((((((('!') | ('#') | ('$') | ('%') | ('&') | ('\'') | ('*') | ('+') | ('-') | ('.') | ('^') | ('_') | ('`') | ('|') | ('~') | (((([\x30-\x39])))) | (((([\x41-\x5a]) | ([\x61-\x7a]))))))){1,})))))) '=' (((((((((((('!') | ('#') | ('$') | ('%') | ('&') | ('\'') | ('*') | ('+') | ('-') | ('.') | ('^') | ('_') | ('`') | ('|') | ('~') | (((([\x30-\x39])))) | (((([\x41-\x5a]) | ([\x61-\x7a]))))))){1,})))) | (((((((([\x22-\x22])))) (((((((((([\x09-\x09]))))) | ((((([\x20-\x20]))))) | ('!') | ([\x23-\x5b]) | ([\x5d-\x7e]) | (((([\x80-\xff]))))))) | (((('\\' (((((([\x09-\x09]))))) | ((((([\x20-\x20]))))) | (((([\x21-\x7e])))) | (((([\x80-\xff])))))))))))* (((([\x22-\x22])))))))))))))))))){0,1})))*)))))) [\x00] {
			v.at[0], v.at[1] = b0_0, e0_0
			v.at[2], v.at[3] = b1_0, e1_0
			return v, true
		}
		* { return v, false }
	*/
}
