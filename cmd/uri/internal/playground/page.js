'use strict';

// The script adds references to the page as text nodes and as attributes of its own elements. It never writes markup.
const $ = id => document.getElementById(id);
const encoder = new TextEncoder(), decoder = new TextDecoder('utf-8', {ignoreBOM: true});
const maxPainted = 20000, maxShown = 2000; // characters

function el(name, attributes, ...children) {
	return fill(document.createElement(name), attributes, children);
}
function svg(name, attributes, ...children) {
	return fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
}
function fill(e, attributes, children) {
	for (const key in attributes) e.setAttribute(key, attributes[key]);
	e.append(...children);
	return e;
}
function show(id, on) { $(id).hidden = !on; }
function setText(id, text) { if ($(id).textContent !== text) $(id).textContent = text; }
// shown returns an element that shows a part of a reference in the order of its text, whatever the direction of its
// characters. It shows the names of characters without a shape, such as U+202E, and of marks on a delimiter.
const shapeless = /([\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}|(?<![\p{L}\p{M}\p{N}])\p{M})/u;
function shown(text, max = maxShown) {
	const pieces = cut(text, max).split(shapeless).map((s, i) => i % 2 ? el('span', {class: 'code', 'data-code': codeOf(s)}, s) : s);
	return text === '' ? '' : el('bdo', {dir: 'ltr'}, ...pieces);
}
// codeOf returns the name of a character. Half of a surrogate stands for a byte that is not UTF-8.
function codeOf(c) {
	const code = c.codePointAt(0), byte = code >= 0xdc80 && code <= 0xdcff;
	return (byte ? '%' : 'U+') + (byte ? code & 0xff : code).toString(16).toUpperCase().padStart(byte ? 2 : 4, '0');
}
function setShown(id, text) { $(id).replaceChildren(...[shown(text)].filter(e => e)); }
function cut(text, max = maxShown) { return text.length > max ? text.slice(0, max) + '\u2026' : text; }

// reach lets the keyboard reach the parts that scroll.
function reach() {
	for (const e of document.querySelectorAll('.output, .findings, .picture .mono, #accepts dd, #params .scroll')) {
		if (e.scrollHeight > e.clientHeight) e.tabIndex = 0;
		else e.removeAttribute('tabindex');
	}
}

// trouble shows a text in place of the answers, or the answers if it is empty.
function trouble(text) {
	show('loading', false);
	show('columns', text === '');
	setText('trouble', text);
	show('trouble', text !== '');
}
addEventListener('error', e => trouble('The page has a bug: ' + e.message));
addEventListener('unhandledrejection', e => trouble('The page has a bug: ' + e.reason));
addEventListener('securitypolicyviolation', e => trouble('The page has a bug: it broke its policy ' + e.effectiveDirective));

// A Text is a string with offsets in bytes.
class Text {
	constructor(text) { this.bytes = encoder.encode(text); }
	slice(lo, hi) { return decoder.decode(this.bytes.subarray(lo, hi)); }
	index(n) { return this.slice(0, n).length; } // in UTF-16, as fields count
}

function visible(c) {
	if (c === '' || c === ' ') return c;
	return shapeless.test(c) ? codeOf(c) : c;
}

// wrongAt returns the character that begins at byte n.
function wrongAt(text, n) {
	return String.fromCodePoint(...[...text.slice(n, n + 4)].slice(0, 1).map(c => c.codePointAt(0)));
}
// showExcerpt shows the text around the wrong character at byte n.
function showExcerpt(text, n) {
	const wrong = wrongAt(text, n), head = text.slice(0, n), tail = text.slice(n + encoder.encode(wrong).length);
	const dots = s => s === '' ? '' : '\u2026';
	$('excerpt').replaceChildren(el('bdo', {dir: 'ltr'}, dots(head.slice(0, -40)), shown(head.slice(-40)), el('mark', {}, visible(wrong) || '\u00a0'), shown(tail.slice(0, 40)), dots(tail.slice(40))));
}

let asked = null;

// answerTo posts a question. It returns the answer, or nothing if there is none or another question was asked.
async function answerTo(path, question) {
	asked?.abort();
	const mine = asked = new AbortController();
	let answer;
	try {
		const response = await fetch(path, {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(question), signal: mine.signal});
		if (!response.ok) return trouble('Not read: ' + (await response.text()).trim());
		answer = await response.json();
	} catch (e) {
		if (!mine.signal.aborted) trouble(self.uriTrouble ?? 'There is no answer. Is uri play still running?');
		return;
	}
	if (asked !== mine) return;
	trouble('');
	return answer;
}

// keepValues keeps values in the fragment of the address: #ref=...&base=...&iri. It leaves out empty values,
// other than the first, and false ones.
function keepValues(values) {
	const enc = s => encodeURIComponent(s.toWellFormed());
	const hash = '#' + Object.entries(values).filter(([, v], i) => v || i === 0).map(([name, v]) => v === true ? name : name + '=' + enc(v)).join('&');
	if (hash.length <= 1e5 && hash !== location.hash) history.replaceState(null, '', hash);
}
function keptValues() {
	const dec = s => { try { return decodeURIComponent(s); } catch { return s; } };
	return new Map(location.hash.slice(1).split('&').map(pair => [pair.split('=', 1)[0], dec(pair.slice(pair.indexOf('=') + 1))]));
}

let askSoon = 0, keepSoon = 0;

// onInput asks soon after the fields change, and keeps their values after a moment.
function onInput(ids, changed, ask, keep) {
	for (const id of ids) $(id).addEventListener('input', () => {
		changed();
		clearTimeout(askSoon);
		clearTimeout(keepSoon);
		askSoon = setTimeout(ask, 60);
		keepSoon = setTimeout(keep, 500);
	});
}

