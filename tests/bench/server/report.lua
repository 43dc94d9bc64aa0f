-- Requests the addresses that are given as arguments by turns, or else wrk's own.
init = function(args)
  if #args == 0 then return end
  local requests = {}
  for index, path in ipairs(args) do requests[index] = wrk.format(nil, path) end
  local turn = 0
  request = function()
    turn = turn % #requests + 1
    return requests[turn]
  end
end

-- What wrk saw, as the last line that it writes; its times are in microseconds.
done = function(summary, latency)
  local errors = summary.errors
  print(string.format(
    '{"answers": %d, "duration": %f, "failures": %d, "errorStatuses": %d, "p50": %f, "p99": %f}',
    summary.requests,
    summary.duration / 1e6,
    errors.connect + errors.read + errors.write + errors.timeout,
    errors.status,
    latency:percentile(50) / 1e3,
    latency:percentile(99) / 1e3
  ))
end
