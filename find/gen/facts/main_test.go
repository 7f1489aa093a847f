package main

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

// TestFacts checks that the facts of small files are those in the files.
func TestFacts(t *testing.T) {
	files := fstest.MapFS{
		"ReadMe.txt":      {Data: []byte("# Unicode\n\nThis directory contains data files for version 17.1.2\nof UTS #58 Link Detection.")},
		"LinkTerm.txt":    {Data: []byte("# Date: 2025-12-26, 00:24:58 GMT\n#\n0021..0022    ; Soft    # 1.1\n")},
		"LinkEmail.txt":   {Data: []byte("# Date: 2025-12-26\n0021           # 1.1\n")},
		"LinkBracket.txt": {Data: []byte("# Date: 2025-12-26\n0029          ; 0028 #1.1\n")},
	}
	got, err := linkFacts(files)
	const want = "# LinkTerm.txt of 2025-12-26\nterm 0021-0022 Soft\n\n# LinkEmail.txt of 2025-12-26\nemail 0021\n\n" +
		"# LinkBracket.txt of 2025-12-26\nbracket 0029 0028\n"
	if err != nil || !strings.HasSuffix(string(got), want) || !strings.Contains(string(got), "# UNICODE LICENSE V3\n") ||
		!strings.Contains(string(got), "files of Unicode 17.1.2;") {
		t.Errorf("%s, %v", got, err)
	}
	for _, name := range []string{"LinkEmail.txt", "ReadMe.txt"} {
		file := files[name]
		delete(files, name)
		if _, err = linkFacts(files); err == nil {
			t.Errorf("no error without %s", name)
		}
		files[name] = file
	}
	files["LinkEmail.txt"] = &fstest.MapFile{}
	if _, err = linkFacts(files); err == nil || err.Error() != "LinkEmail.txt has no date" {
		t.Errorf("a file without a date: %v", err)
	}
	files["ReadMe.txt"] = &fstest.MapFile{}
	if _, err = linkFacts(files); err == nil || err.Error() != "ReadMe.txt has no version" {
		t.Errorf("a ReadMe.txt without a version: %v", err)
	}
}

// TestSchemes checks that schemes.txt is that of the module in go.mod.
func TestSchemes(t *testing.T) {
	got, err := os.ReadFile("../schemes.txt")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(schemeFacts()) {
		t.Error("schemes.txt is not up to date; run facts")
	}
}
