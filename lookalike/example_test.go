package lookalike_test

import (
	"fmt"

	"github.com/urispan/uri/lookalike"
)

func ExampleCheck() {
	report, err := lookalike.Check("www.xn--80ak6aa92e.com")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, label := range report.Labels {
		for _, finding := range label.Findings {
			fmt.Printf("%s (%v): %v\n", label.Text, label.Level, finding)
		}
	}
	// Output:
	// аррӏе (single script): whole-script confusable at byte 4: Latin
	// аррӏе (single script): looks like ASCII at byte 4: "apple"
}

// Keep the skeletons of the names to be protected, and look up those of the labels that are met.
func ExampleSkeleton() {
	protected := map[string]string{}
	for _, name := range []string{"microsoft", "paypal"} {
		protected[lookalike.Skeleton(name)] = name
	}
	for _, label := range []string{"rnicrosoft", "paypa1", "pаypal", "example"} {
		if name, ok := protected[lookalike.Skeleton(label)]; ok && name != label {
			fmt.Printf("%+q looks like %s\n", label, name)
		}
	}
	// Output:
	// "rnicrosoft" looks like microsoft
	// "paypa1" looks like paypal
	// "p\u0430ypal" looks like paypal
}
