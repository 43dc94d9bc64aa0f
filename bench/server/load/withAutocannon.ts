import autocannon from 'autocannon';
import type { LoadGenerator } from './load.ts';

/** Runs wherever Node does, but asks more slowly than a server without a framework answers. */
export const withAutocannon: LoadGenerator = {
  name: 'autocannon',
  run: async ({ url, encoding, duration, connections }) => {
    const result = await autocannon({ url, connections, duration, headers: { 'accept-encoding': encoding } });
    const { requests, latency, errors, non2xx } = result;
    return {
      answers: requests.total,
      duration: result.duration,
      failures: errors,
      errorStatuses: non2xx,
      p50: latency.p50,
      p99: latency.p99,
    };
  },
};
