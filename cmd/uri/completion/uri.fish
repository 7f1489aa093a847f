set -g __uri_table '
<table>
'
function __uri_words
	set -l words (commandline -opc)
	set -l word (commandline -ct)
	set -l kept (string match -r -- '^-[^=]*=' $word)
	set -l before "$words[2] $words[-1]"
	if not set -q words[2]
		set before uri
	else if set -q kept[1]
		set before "$words[2] $kept"
	else if not set -q words[3]
		set before $words[2]
	end
	set -l list
	for row in (string split \n $__uri_table)
		set -l cells (string split \t -- $row)
		if test "$cells[1]" = "-$words[2]"; and string match -q -- '-*' $word
			set list (string split ' ' -- $cells[2])
		else if test "$cells[1]" = "$before"
			set -q cells[3]; and set kept (string replace -r '[^,=]*$' '' -- $word)
			set list "$kept"(string split ' ' -- $cells[2])
		end
	end
	string match -- "$word*" $list # alone, fish would also offer words that only resemble it
end
complete -c uri -n '__uri_words > /dev/null' -f -a '(__uri_words)'
