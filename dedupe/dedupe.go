// Package dedupe removes duplicates from any number of URIs, exactly, in memory of a fixed size.
//
// [URIs] reads lines, and writes the first of all lines that have the same normal form, in the order of the input. It
// can also report invalid lines, and count the results by host. The command "uri dedupe" does the same for files. For
// other data, a [Filter] removes records whose keys have occurred before, and a [Counter] counts names.
//
// The result is exact: keys are compared byte for byte, and hashes only choose where to look. As long as the distinct
// keys fit into memory, nothing is written to the disk. The rest goes to a temporary file. The result does not depend
// on the size of the memory. The blocks of the file have checksums: if the disk or another program has changed the
// file, there is an error, not another result.
//
// The time is linear in the size of the input, as long as the distinct lines are at most some thousand times as large
// as the memory. On two processors (AMD EPYC), 100 million lines with 50 million distinct ones take about a minute with
// 512 MiB. In module bench, bench/record/dedupe.svg shows throughput and memory by the number of lines.
package dedupe
