-- Asks for the targets of the file that is the argument, by turns.
local requests, i = {}, 0

function init(args)
	wrk.headers["Host"] = "www.example.com"
	wrk.headers["User-Agent"] = "wrk"
	wrk.headers["Accept"] = "*/*"
	wrk.headers["Accept-Encoding"] = "gzip, deflate"
	wrk.headers["Cookie"] = "session=0123456789abcdef"
	for target in io.lines(args[1]) do
		requests[#requests + 1] = wrk.format("GET", target)
	end
end

function request()
	i = i % #requests + 1
	return requests[i]
end
