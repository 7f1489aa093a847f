'use strict';

// The pages post their questions by fetch. Here the command answers them, compiled to WebAssembly: uri.js defines
// uriProgram, which is the program compressed by gzip, in base64. That script is deferred.
const uriRuns = (async () => {
	await new Promise(resolve => addEventListener('DOMContentLoaded', resolve));
	const bytes = Uint8Array.from(atob(uriProgram), c => c.charCodeAt(0));
	const program = new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')));
	const go = new Go();
	go.argv = ['uri', 'play'];
	const {instance} = await WebAssembly.instantiate(await program.arrayBuffer(), go.importObject);
	await new Promise(resolve => {
		self.uriReady = resolve;
		go.run(instance);
	});
})();

self.fetch = async (path, {body, signal}) => {
	try {
		await uriRuns;
	} catch (e) {
		self.uriTrouble = 'The program of the page does not start: ' + e.message;
		throw e;
	}
	signal.throwIfAborted();
	const [status, text] = uriAnswer(path, body);
	return new Response(text, {status});
};
