// Package uribeam has transforms of Apache Beam for lists of URLs that one machine cannot hold: check, normalize, drop
// duplicates, count by registrable domain, partition by host.
//
// A pipeline reads lines with [Read] or with textio, and passes them through [Check] or [Normalize], which are DoFns
// with two outputs: the valid lines, and the refused ones with the reason. No line is in both, and none is lost. All
// other transforms want valid lines, and fail the job if one is not: it would be a mistake of the pipeline.
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
// A runner that repeats a bundle may count its elements again. Its committed values are exact where it has them.
//
// # Serialization
//
// DoFns carry only exported fields of plain types, which the runner stores as JSON. Elements are strings, integers and
// [Refused]. Strings are in ASCII, except lines that have not been checked. An invalid line may have any bytes, so
// Refused carries it as []byte: runners in other languages may decode a string as UTF-8.
package uribeam
