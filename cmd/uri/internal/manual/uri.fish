function __uri_at
	set -l words (commandline -opc)
	test "$words[2]" = $argv[1]; and begin
		not set -q argv[2]; or test (count $words) -eq $argv[2]
	end
end
function __uri_list
	printf '%s\n' (commandline -ct | string replace -r '[^,=]*$' '')$argv
end
complete -c uri -n __fish_use_subcommand -f -a '<commands>'
<words>
<flags>
