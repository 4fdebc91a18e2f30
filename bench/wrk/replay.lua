-- Sends the requests of a file one after the other, and prints what happened as one line of JSON.
--
--   wrk -t1 … -s replay.lua URL -- FILE [LIMIT]
--
-- FILE holds requests as they travel, each after a line with its length in bytes; after the last comes the first again. With LIMIT
-- the run ends when that many were sent.

local requests, at, sent, limit = {}, 0, 0, nil

function init(arguments)
  local file = assert(io.open(arguments[1], "rb"))
  limit = tonumber(arguments[2])
  while true do
    local length = file:read("*l")
    if not length then break end
    requests[#requests + 1] = file:read(tonumber(length))
  end
  file:close()
end

function request()
  if sent == limit then
    -- wrk sleeps for its whole time even when its threads have nothing more to do; whoever started it reads this and interrupts it.
    io.stdout:write("limit reached\n")
    io.stdout:flush()
    wrk.thread:stop()
  end
  sent = sent + 1
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency, _)
  local errors = summary.errors
  io.write(string.format(
    '{"requests": %d, "microseconds": %d, "p50": %d, "p99": %d, "longest": %d, "connect": %d, "read": %d, "write": %d, "status": %d, "timeout": %d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), latency.max,
    errors.connect, errors.read, errors.write, errors.status, errors.timeout))
end
