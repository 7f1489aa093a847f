#compdef uri
_uri() {
	setopt local_options no_ksh_arrays no_sh_word_split
	local word=$words[CURRENT] before="$words[2] $words[CURRENT-1]" text row more kept=
	local -a list
	if ((CURRENT == 2)); then
		before=uri
	elif [[ $word == -*=* ]]; then
		before="$words[2] ${word%%=*}="
	elif ((CURRENT == 3)); then
		before=$words[2]
	fi
	while IFS=$'\t' read -r text row more; do
		[[ $text == "$before" || $word == -* && $text == "-$words[2]" ]] || continue
		list=(${=row}) kept=${more:+*,}
	done << 'END'
<table>
END
	[[ $before == *= ]] && compset -P '*='
	[[ -n $kept ]] && compset -P $kept
	if [[ $list[1] == *= ]]; then compadd -S '' -a list; elif (($#list)); then compadd -a list; else _default; fi
}
if [[ $funcstack[1] == _uri ]]; then _uri "$@"; else compdef _uri uri; fi
