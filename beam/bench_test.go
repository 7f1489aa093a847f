package uribeam

import (
	"fmt"
	"testing"
)

// BenchmarkDoFn measures the DoFns without Beam. Beam and its runner take the rest of the time of a job.
func BenchmarkDoFn(b *testing.B) {
	var lines []string
	for i := range 1000 {
		lines = append(lines, fmt.Sprintf("http://www.host%d.example.co.uk/news/article/%d?page=%d", i%97, i, i%7))
	}
	pass, refuse := func(string) {}, func(Refused) { b.Error("refused") }
	check, normalize := new(Check), new(Normalize)
	keys := map[string]*Key{Text: {By: Text}, Fingerprint: {By: Fingerprint}, SURT: {By: SURT}}
	for _, key := range keys {
		if err := key.Setup(); err != nil {
			b.Fatal(err)
		}
	}
	partition := &hostPartitionFn{N: 64}
	for _, c := range []struct {
		name string
		do   func(line string) error
	}{
		{"check", func(line string) error { check.ProcessElement(line, pass, refuse); return nil }},
		{"normalize", func(line string) error { normalize.ProcessElement(line, pass, refuse); return nil }},
		{"key=text", func(line string) error { _, _, err := keys[Text].ProcessElement(line); return err }},
		{"key=fingerprint", func(line string) error { _, _, err := keys[Fingerprint].ProcessElement(line); return err }},
		{"key=surt", func(line string) error { _, _, err := keys[SURT].ProcessElement(line); return err }},
		{"domain", func(line string) error { _, _, err := new(Domain).ProcessElement(line); return err }},
		{"partition", func(line string) error { _, _, err := partition.ProcessElement(line); return err }},
	} {
		b.Run("fn="+c.name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				if err := c.do(lines[i%len(lines)]); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N), "ns/uri")
		})
	}
}
