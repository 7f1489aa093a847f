// Package dedupe removes duplicates from any number of URIs, exactly, in memory of a fixed size.
//
//	u := dedupe.URIs{Invalid: report} // report gets the lines that are not URIs
//	err := u.Run(os.Stdout, os.Stdin)
//
// [URIs] reads lines and writes those with a new normal form, in the order of the input. It can also report invalid
// lines, and count the results by host. The command "uri dedupe" does the same for files. A [Counter] counts names.
//
// The package does not sort, and does not repair lines that are not URIs.
//
// The result is exact: keys are compared byte for byte, and hashes only choose where to search. Keys that do not fit
// into memory go to a temporary file. The result does not depend on the size of the memory. Checksums protect the file:
// if the disk or another program has changed it, the result is an error, and not a wrong list.
//
// The time is linear in the size of the input, as long as the distinct lines are at most some hundred times as large
// as the memory. On two processors (AMD EPYC), 100 million lines with 50 million distinct ones take about a minute with
// 512 MiB. In module bench, bench/record/dedupe.svg shows throughput and memory by the number of lines.
package dedupe
