import { SiteWorker } from '@site/shared';
import { useState } from 'react';

/** Counts prime numbers in a worker. */
export function Primes() {
  const [count, setCount] = useState('');
  const start = () => {
    const worker = new SiteWorker(new URL('./primes.ts', import.meta.url));
    worker.onmessage = ({ data }) => setCount(data);
    worker.postMessage(100_000);
  };
  return (
    <button type="button" onClick={start} data-primes={count}>
      π
    </button>
  );
}
