package urlpattern

// The states of the constructor string parser are the components and the following.
const (
	initState = componentCount + iota
	authorityState
	doneState
)

// A constructorParser is the constructor string parser of the standard.
type constructorParser struct {
	*workspace
	input          string
	tokens         []token
	result         patternInit
	componentStart int
	tokenIndex     int
	tokenIncrement int
	groupDepth     int
	bracketDepth   int // hostname IPv6 bracket depth
	special        bool
	state          Component
}

// parseConstructorString implements "parse a constructor string".
func (w *workspace) parseConstructorString(input string) (patternInit, *Error) {
	tokens, _ := w.tokenize(input, lenient)
	w.tokens = nil // in use
	p := constructorParser{workspace: w, input: input, tokens: tokens, state: initState}
	for ; p.tokenIndex < len(p.tokens); p.tokenIndex += p.tokenIncrement {
		p.tokenIncrement = 1
		if p.tokens[p.tokenIndex].kind == tokenEnd {
			switch p.state {
			case initState: // the pattern is relative
				p.rewind()
				switch {
				case p.isChar(0, "#"):
					p.changeState(ComponentHash, 1)
				case p.isSearchPrefix():
					p.changeState(ComponentSearch, 1)
				default:
					p.changeState(ComponentPathname, 0)
				}
				continue
			case authorityState: // there is no "@"
				p.rewindAndSetState(ComponentHostname)
				continue
			}
			p.changeState(doneState, 0)
			break
		}
		if p.tokens[p.tokenIndex].kind == tokenOpen {
			p.groupDepth++
		}
		if p.groupDepth > 0 {
			if p.tokens[p.tokenIndex].kind != tokenClose {
				continue
			}
			p.groupDepth--
		}
		if err := p.step(); err != nil {
			return patternInit{}, err
		}
	}
	if p.result.has(ComponentHostname) && !p.result.has(ComponentPort) {
		p.result.set(ComponentPort, "", 0)
	}
	w.tokens = tokens
	return p.result, nil
}

// step takes the steps of the state for the current token.
func (p *constructorParser) step() *Error {
	switch p.state {
	case initState:
		if p.isChar(0, ":") { // a protocol suffix
			p.rewindAndSetState(ComponentProtocol)
		}
	case ComponentProtocol:
		if !p.isChar(0, ":") {
			break
		}
		if err := p.computeSpecial(); err != nil {
			return err
		}
		switch {
		case p.isChar(1, "/") && p.isChar(2, "/"): // next is authority slashes
			p.changeState(authorityState, 3)
		case p.special:
			p.changeState(authorityState, 1)
		default:
			p.changeState(ComponentPathname, 1)
		}
	case authorityState:
		switch {
		case p.isChar(0, "@"): // an identity terminator
			p.rewindAndSetState(ComponentUsername)
		case p.isChar(0, "/"), p.isSearchPrefix(), p.isChar(0, "#"):
			p.rewindAndSetState(ComponentHostname)
		}
	case ComponentUsername:
		switch {
		case p.isChar(0, ":"): // a password prefix
			p.changeState(ComponentPassword, 1)
		case p.isChar(0, "@"):
			p.changeState(ComponentHostname, 1)
		}
	case ComponentPassword:
		if p.isChar(0, "@") {
			p.changeState(ComponentHostname, 1)
		}
	case ComponentHostname:
		switch {
		case p.isChar(0, "["):
			p.bracketDepth++
		case p.isChar(0, "]"):
			p.bracketDepth--
		case p.isChar(0, ":") && p.bracketDepth == 0: // a port prefix
			p.changeState(ComponentPort, 1)
		default:
			p.next()
		}
	case ComponentPort, ComponentPathname, ComponentSearch:
		p.next()
	}
	return nil
}

// next changes the state at the start of a pathname, search or hash, if it comes after the current component.
func (p *constructorParser) next() {
	switch {
	case p.state < ComponentPathname && p.isChar(0, "/"):
		p.changeState(ComponentPathname, 0)
	case p.state < ComponentSearch && p.isSearchPrefix():
		p.changeState(ComponentSearch, 1)
	case p.isChar(0, "#"):
		p.changeState(ComponentHash, 1)
	}
}

// changeState implements "change state".
func (p *constructorParser) changeState(next Component, skip int) {
	if p.state != initState {
		text, start := p.componentString()
		p.result.set(p.state, text, start)
		if next != authorityState && next != doneState {
			p.setOmitted(next)
		}
	}
	p.state = next
	p.tokenIndex += skip
	p.componentStart = p.tokenIndex
	p.tokenIncrement = 0
}

// setOmitted sets the components that the string omits between the current state and the next one.
func (p *constructorParser) setOmitted(next Component) {
	for c := max(p.state, ComponentHostname); c < next; c++ {
		text := ""
		if c == ComponentPathname && p.special {
			text = "/"
		}
		if c != ComponentPort && !p.result.has(c) {
			p.result.set(c, text, 0)
		}
	}
}

func (p *constructorParser) rewind() {
	p.tokenIndex = p.componentStart
	p.tokenIncrement = 0
}

func (p *constructorParser) rewindAndSetState(s Component) {
	p.rewind()
	p.state = s
}

// isChar implements "is a non-special pattern char" for the token at an offset from the current one. All tokens before that
// one must not be the end.
func (p *constructorParser) isChar(offset int, value string) bool {
	t := &p.tokens[p.tokenIndex+offset]
	return t.value == value && (t.kind == tokenChar || t.kind == tokenEscapedChar || t.kind == tokenInvalidChar)
}

// isSearchPrefix implements "is a search prefix": a "?" is a modifier after a name, a regexp, "}" or "*".
func (p *constructorParser) isSearchPrefix() bool {
	switch {
	case p.isChar(0, "?"):
		return true
	case p.tokens[p.tokenIndex].value != "?":
		return false
	case p.tokenIndex == 0:
		return true
	}
	switch p.tokens[p.tokenIndex-1].kind {
	case tokenName, tokenRegexp, tokenClose, tokenAsterisk:
		return false
	}
	return true
}

// componentString implements "make a component string". It also returns the offset of the component in the input.
func (p *constructorParser) componentString() (text string, start int) {
	start = p.tokens[p.componentStart].index
	return p.input[start:p.tokens[p.tokenIndex].index], start
}

// computeSpecial implements "compute protocol matches a special scheme flag".
func (p *constructorParser) computeSpecial() *Error {
	text, _ := p.componentString()
	c, err := p.compileComponent(text, ComponentProtocol, syntaxes[ComponentProtocol])
	if err != nil {
		return err // its offset is right, because the protocol begins the string
	}
	p.result.protocol = c
	p.special = c.matchesSpecialScheme()
	return nil
}
