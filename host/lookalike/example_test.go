package lookalike_test

import (
	"fmt"

	"github.com/urispan/uri"
	"github.com/urispan/uri/host/lookalike"
)

func Example() {
	report, err := lookalike.Check("p\u0430ypal.com")
	fmt.Println(report.Suspicious(), err)
	fmt.Println(lookalike.Confusable("rnicrosoft", "microsoft"))
	protected := map[string]string{lookalike.Skeleton("paypal"): "paypal"}
	fmt.Println(protected[lookalike.Skeleton("p\u0430ypal")])
	// Output:
	// true <nil>
	// true
	// paypal
}

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

// The host of a URI is percent-encoded, or consists of A-labels. Offsets are in the text that was checked, which here
// is the decoded host.
func ExampleCheck_uri() {
	for _, s := range []string{"https://xn--e1argc3h.example/login", "https://www.p%D0%B0ypal.example/login"} {
		host, _ := uri.MustParse(s).Host()
		decoded, err := uri.Decode(host, 0)
		if err != nil {
			fmt.Println(err)
			return
		}
		report, err := lookalike.Check(decoded)
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, label := range report.Labels {
			for _, finding := range label.Findings {
				fmt.Printf("%+q, [%d, %d): %s\n", label.Text, label.Start, label.End, finding.Text())
			}
		}
	}
	// Output:
	// "\u0455\u0441\u043e\u0440\u0435", [0, 12): whole-script confusable: Latin
	// "\u0455\u0441\u043e\u0440\u0435", [0, 12): looks like ASCII: "scope"
	// "p\u0430ypal", [4, 11): mixed scripts: Cyrillic, Latin
	// "p\u0430ypal", [4, 11): looks like ASCII: "paypal"
}

// Store the skeletons of the names that you protect, and look up the skeletons of other labels.
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

// The case of letters matters, as it does to the eye. Fold it first where it makes no difference.
func ExampleConfusable() {
	fmt.Println(lookalike.Confusable("paypal", "p\u0430yp\u0430l")) // two of them Cyrillic
	fmt.Println(lookalike.Confusable("microsoft", "rnicrosoft"))
	fmt.Println(lookalike.Confusable("paypal", "PayPal"))
	// Output:
	// true
	// true
	// false
}

func ExampleReport_Suspicious() {
	for _, host := range []string{"www.example.com", "münchen.example", "ex\u0430mple.com"} {
		report, err := lookalike.Check(host)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%+q %t\n", host, report.Suspicious())
	}
	// Output:
	// "www.example.com" false
	// "m\u00fcnchen.example" false
	// "ex\u0430mple.com" true
}

// A label of US-ASCII has no findings, but other labels may imitate it.
func ExampleLabel_Lookalikes() {
	report, err := lookalike.Check("scope.example")
	if err != nil {
		fmt.Println(err)
		return
	}
	label := report.Labels[0]
	fmt.Println(len(label.Findings), label.Scripts(), label.Lookalikes())
	// Output: 0 [Latin] [Cyrillic]
}
