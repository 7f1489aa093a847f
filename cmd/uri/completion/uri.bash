_uri() {
	local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} text row list words= kept=
	if [[ $word == = ]]; then
		before+== word=
	elif [[ $before == = ]]; then
		before=${COMP_WORDS[COMP_CWORD - 2]}=
	fi
	if ((COMP_CWORD == 1)); then
		before='uri'
	elif ((COMP_CWORD == 2)); then
		before=${COMP_WORDS[1]}
	else
		before="${COMP_WORDS[1]} $before"
	fi
	while IFS=$'\t' read -r text row list; do
		[[ $text == "$before" || $word == -* && $text == "-${COMP_WORDS[1]}" ]] || continue
		words=$row kept=
		[[ -n $list ]] && kept=${word%"${word##*,}"}
	done << 'END'
<table>
END
	COMPREPLY=($(compgen -P "$kept" -W "$words" -- "${word#"$kept"}"))
	[[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2> /dev/null
}
complete -o default -F _uri uri
