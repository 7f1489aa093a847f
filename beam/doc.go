// Package uribeam provides Apache Beam transforms for lists of URLs that do not fit on one machine. They check and
// normalize URLs, drop duplicates, count by registrable domain, and partition by host.
//
// A pipeline reads lines with [Read] or with textio, and passes them through [Check] or [Normalize]. These are DoFns
// with two outputs: the valid lines, and the refused lines with the reason. Every line is in exactly one of the two.
// All other transforms take valid lines. An invalid line fails the job, because the pipeline should have checked it.
//
//	lines := uribeam.Read(s, "crawl/*.gz")
//	normal, refused := beam.ParDo2(s, &uribeam.Normalize{}, lines)
//	urls := uribeam.Distinct(s, beam.ParDo(s, &uribeam.Key{}, normal))
//	counts := uribeam.CountByDomain(s, urls)
//	byHost := uribeam.PartitionByHost(s, urls, 64)
//
// An [Output] writes the results as files that appear together when the job succeeds.
//
// # Counters
//
// All counters are in the namespace "uri":
//
//	valid              lines that Check or Normalize passed
//	refused            lines that they refused
//	refused: REASON    the same, for each reason
//	distinct           elements that Distinct passed
//
// A runner may repeat a bundle, and may count its elements again. Committed values are exact, if the runner reports
// them. Prism 2.77 can lose the values of bundles that end before it receives the names of the counters.
//
// # Serialization
//
// The runner stores the exported fields of DoFns as JSON. Elements are strings, integers and values of [Refused].
// Strings are in ASCII, except for lines that have not been checked. The line in a Refused is a []byte, because an
// invalid line may have any bytes, and runners in other languages may decode strings as UTF-8.
package uribeam
