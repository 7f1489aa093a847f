#!/usr/bin/env bash
# Builds the fuzz targets of the root module, as OSS-Fuzz calls it in the root of a clone: those that .ci/fuzz runs. Each gets
# a dictionary and seeds. OSS-Fuzz sets OUT, and provides compile_native_go_fuzzer_v2.
set -euo pipefail

# The dictionary has the shortest input for each state of the automata that are made from the grammars.
for target in uri host origin template; do
	go run ./cmd/gentables -format text "$target" | LC_ALL=C sed -n -E 's/^state +[0-9]+  ("([ -~]+)").*/\1/p'
done | sort -u | grep -vxF '""' >"$OUT/uri.dict"

# The seeds are the references of the corpus, a file for each.
seeds=$(mktemp -d)
split --lines=1 --suffix-length=5 testdata/corpus.txt "$seeds/"
zip -qjr "$OUT/uri.zip" "$seeds"

bash .ci/fuzz -list | while read -r package target; do
	name=${package#github.com/urispan/}
	name=${name//\//_}_$target
	compile_native_go_fuzzer_v2 "$package" "$target" "$name"
	cp "$OUT/uri.dict" "$OUT/$name.dict"
	cp "$OUT/uri.zip" "$OUT/${name}_seed_corpus.zip"
done
rm -r "$seeds" "$OUT/uri.dict" "$OUT/uri.zip"
