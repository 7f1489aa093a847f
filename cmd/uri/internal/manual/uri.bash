_uri() {
	local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words= kept=
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
	case $before in
	uri) words='<commands>' ;;
<words>
	*) [[ $word == -* ]] && case ${COMP_WORDS[1]} in
<flags>
		esac ;;
	esac
	COMPREPLY=($(compgen -P "$kept" -W "$words" -- "${word#"$kept"}"))
	[[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2> /dev/null
}
complete -o default -F _uri uri
