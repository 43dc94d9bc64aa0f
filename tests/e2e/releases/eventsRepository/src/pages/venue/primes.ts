import { isPrime } from './isPrime.ts';

/** Counts, and tries what workers may do, and what they may not. */
self.onmessage = async ({ data }: MessageEvent<number>) => {
  let count = 0;
  for (let each = 2; each < data; each++) if (isPrime(each)) count++;
  const own = await fetch('/robots.txt').then(({ status }) => status);
  const other = await fetch('https://elsewhere.example/').catch(() => 'nothing');
  const code = await import(/* webpackIgnore: true */ String(new URL('../remote.js', self.location.href))).then(
    () => 'loaded',
    () => 'nothing',
  );
  postMessage([count, own, other, code].join(' '));
};
