import { expect, test } from '@rstest/core';
import { addressOf } from './explainCommand.ts';
import { explanationLines } from './explanationLines.ts';

const site = ['https://www.example.com', 'http://127.0.0.1:3000'];

test('the token goes to the site and to this machine alone', () => {
  expect(addressOf('/en/pricing', site).href).toBe('https://www.example.com/en/pricing');
  expect(addressOf('https://www.example.com/fr?preview=a', site).href).toBe('https://www.example.com/fr?preview=a');
  expect(addressOf('http://127.0.0.1:3002/en', site).href).toBe('http://127.0.0.1:3002/en');
  expect(addressOf('/en', [undefined, undefined]).href).toBe('http://127.0.0.1:3000/en');
  for (const elsewhere of ['https://example.com/en', 'http://www.example.com/en', '//elsewhere.example', 'file:///etc'])
    expect(() => addressOf(elsewhere, site), elsewhere).toThrow('is no address of the site');
});

test('an explanation has a line for each fact, and none for what isn’t known', () => {
  const common = { wall: 'isolate', renderings: [], milliseconds: 3.2, isIsolated: false } as const;
  const explained = (explanation: Partial<Parameters<typeof explanationLines>[0]['explanation']>) =>
    explanationLines({
      url: 'http://127.0.0.1:3000/en/blog',
      status: 200,
      explanation: { ...common, route: '/en/blog', arm: 'unknown', ...explanation },
    });
  expect(
    explained({
      page: 'blog',
      language: 'en',
      remote: 'blog',
      releases: ['shell@1', 'blog@2'],
      arm: 'rollout',
      share: 30,
      cache: 'miss',
      policy: { rule: 'others', prefix: '/en/blog' },
      isIsolated: true,
      renderings: [{ release: 'blog@3', milliseconds: 9, problem: 'threw' }],
    }),
  ).toEqual([
    'address   http://127.0.0.1:3000/en/blog  200',
    'route     blog (/en/blog), in en',
    'version   blog@2: under rollout: this visitor is among the 30 %',
    'made of   shell@1, blog@2',
    'cache     rendered now, and kept',
    'policy    others: blog may have its own name, /en/blog',
    'wall      isolate on the server; in browsers blog has documents of its own',
    'rendered  blog@3 in 9 ms: threw',
    'time      3.2 ms',
  ]);
  expect(explained({ route: '/*' }).join('\n')).not.toMatch(/undefined|version|policy/);
});
