package re2go

/*!re2c re2c:flags:tags = 1; */

// DateTime has the offsets of the components.
type DateTime struct {
	at [16]int
}

// ParseDateTime parses s, which ends with a NUL.
func ParseDateTime(s string) (v DateTime, ok bool) {
	cursor, marker := 0, 0
	_ = marker
	/*!stags:re2c format = "	@@ := -1\n"; */
	var b0_0 int; var e0_0 int; var b1_0 int; var e1_0 int; var b2_0 int; var e2_0 int; var b3_0 int; var e3_0 int; var b4_0 int; var e4_0 int; var b5_0 int; var e5_0 int; var b6_0 int; var e6_0 int; var b7_0 int; var e7_0 int;
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

		((((((( @b0_0 (((((([\x30-\x39])))){4,4})) @e0_0 ) '-' ( @b1_0 (((((([\x30-\x39])))){2,2})) @e1_0 ) '-' ( @b2_0 (((((([\x30-\x39])))){2,2})) @e2_0 )))) 'T' ((((((( @b3_0 (((((([\x30-\x39])))){2,2})) @e3_0 ) ':' ( @b4_0 (((((([\x30-\x39])))){2,2})) @e4_0 ) ':' ( @b5_0 (((((([\x30-\x39])))){2,2})) @e5_0 ) (((( @b6_0 (('.' (((([\x30-\x39])))){1,})) @e6_0 )))){0,1}))) ( @b7_0 (('Z') | (((((('+') | ('-')) ((((((([\x30-\x39])))){2,2}))) ':' ((((((([\x30-\x39])))){2,2})))))))) @e7_0 ))))))) [\x00] {
			v.at[0], v.at[1] = b0_0, e0_0
			v.at[2], v.at[3] = b1_0, e1_0
			v.at[4], v.at[5] = b2_0, e2_0
			v.at[6], v.at[7] = b3_0, e3_0
			v.at[8], v.at[9] = b4_0, e4_0
			v.at[10], v.at[11] = b5_0, e5_0
			v.at[12], v.at[13] = b6_0, e6_0
			v.at[14], v.at[15] = b7_0, e7_0
			return v, true
		}
		* { return v, false }
	*/
}
