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
