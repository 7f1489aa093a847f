package engine

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/escape"
)

// The exit statuses.
const (
	ExitValid   = 0
	ExitInvalid = 1
	ExitTrouble = 2
)

// Trouble reports err on one line and returns ExitTrouble. It escapes control characters: the name of a file or an
// argument may contain a newline or an escape sequence. It is silent if the reader of a result has ended, as head does.
func Trouble(stderr io.Writer, err error) int {
	if !isClosedPipe(err) {
		say(stderr, "", err.Error())
	}
	return ExitTrouble
}

// Warn writes a warning about arguments or files of a command. Its beginning about has the name of the command, and perhaps
// the name of a file as [ShownName] returns it.
func Warn(stderr io.Writer, about, warning string) { say(stderr, about+": ", warning) }

// say writes a message on one line, after a prefix that needs no escapes.
func say(stderr io.Writer, prefix, message string) {
	line := escape.AppendText([]byte("uri: "+prefix), []byte(message))
	stderr.Write(append(line, '\n'))
}

// UsageTrouble reports an error about the arguments of a command. The next line of standard error is line, the command
// line that is probably meant. If line is "", the message ends with the command for help. UsageTrouble returns
// ExitTrouble.
func UsageTrouble(stderr io.Writer, command string, err error, line string) int {
	if line == "" {
		page := command
		if strings.HasPrefix(err.Error(), "-where: ") {
			page = "flags"
		}
		return Trouble(stderr, fmt.Errorf(`%s: %w; run "uri help %s"`, command, err, page))
	}
	if long := (*longError)(nil); errors.As(err, &long) {
		err = errors.New(long.message)
	}
	return Try(stderr, command+": "+err.Error(), line)
}

// A longError is an error about an argument with a list of the words that can be there. A command line that is probably meant replaces
// the list.
type longError struct{ message, wanted string }

// Error implements error.
func (e *longError) Error() string { return e.message + ": want " + e.wanted }

// Try writes a message, and on the next line a command line that is probably meant, ready to paste. If text has two
// lines, the first one is a part of the message. If text is "", Try writes only the message. Try returns ExitTrouble.
func Try(stderr io.Writer, message, text string) int {
	if text == "" {
		say(stderr, "", message)
		return ExitTrouble
	}
	i := strings.IndexByte(text, '\n') + 1
	say(stderr, "", message+"; "+strings.Replace(text[:i], "\n", "; ", 1)+"try:")
	io.WriteString(stderr, text[i:]+"\n")
	return ExitTrouble
}

// Hints writes the messages of one run to standard error. Only the first of their lines to paste is written.
type Hints struct {
	Stderr  io.Writer
	About   string // begins each message, such as "-against: ", or ""
	hasLine bool
}

// Try writes a message, and the line if it is not "" and no message before has one.
func (h *Hints) Try(message, line string) {
	if line != "" && !h.hasLine {
		message += "; try:\n" + line
		h.hasLine = true
	}
	io.WriteString(h.Stderr, "uri: "+h.About+message+"\n")
}

// Print writes text to stdout and returns the exit status.
func Print(stdout, stderr io.Writer, text string) int {
	if _, err := io.WriteString(stdout, text); err != nil {
		return Trouble(stderr, err)
	}
	return ExitValid
}

// UntilClosed returns a writer to w, which drops everything after the reader of w has ended. Use it for a result beside
// the main one: if head reads that result, the main one must still be complete.
func UntilClosed(w io.Writer) io.Writer { return &untilClosed{w: w} }

type untilClosed struct {
	w      io.Writer
	closed bool
}

// Write implements io.Writer.
func (u *untilClosed) Write(p []byte) (int, error) {
	if !u.closed {
		n, err := u.w.Write(p)
		if u.closed = isClosedPipe(err); !u.closed {
			return n, err
		}
	}
	return len(p), nil
}

// InPipe returns a command line that reads standard input in place of FILE, if standard input is a pipe.
func InPipe(line string) string {
	info, err := os.Stdin.Stat()
	switch {
	case err != nil || info.Mode()&os.ModeNamedPipe == 0 || strings.Count(line, "FILE") != 1 || strings.Contains(line, "OTHER"):
		return line
	case strings.Contains(line, "python3"), strings.Contains(line, "-values "):
		return strings.Replace(line, "FILE", "/dev/stdin", 1)
	}
	return strings.Replace(strings.Replace(line, " < FILE", "", 1), " FILE", "", 1)
}

// IsFile reports whether there is a file of that name. Directories do not count, since "." and "/" are common
// references. Names on other machines (Windows) do not count, since a search would send them the name.
func IsFile(name string) bool {
	if len(filepath.VolumeName(name)) > len("C:") {
		return false
	}
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}
