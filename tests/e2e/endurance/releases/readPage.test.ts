import { expect, test } from '@rstest/core';
import { readPage } from './readPage.ts';

interface Versions {
  readonly html: string;
  readonly boot: string;
  readonly script: string;
  readonly text: string;
}

const pageOf = ({
  html,
  boot,
  script,
  text,
}: Versions) => `<link rel="stylesheet" href="/assets/blog/${script}/page.css" integrity="sha256-1">
<script type="importmap">{"integrity":{"/assets/blog/${script}/page.js":"sha256-2"}}</script>
<div data-remote="blog" data-release="${html}"><h1>News [${text}]</h1></div>
<script type="application/json" id="boot">{"registry":{"blog":{"release":"${boot}","entry":"/x"}}}</script>
<script data-entry="/x" data-modules="/assets/blog/${script}/page.js">0</script>`;

const first = 'soak-00001';
const second = 'soak-00002';
const whole: Versions = { html: first, boot: first, script: first, text: first };

test('a page of one release has no problems, and names its files', () => {
  const { release, files, problems } = readPage(pageOf(whole), 'blog');
  expect(problems).toEqual([]);
  expect(release).toBe(first);
  expect(files.map(({ path, integrity }) => [path, integrity])).toEqual([
    ['/assets/blog/soak-00001/page.js', 'sha256-2'],
    ['/assets/blog/soak-00001/page.css', 'sha256-1'],
  ]);
});

test('a fragment in it has a release of its own', () => {
  const fragment = `<div data-fragment="latest"><div data-release="${second}">[${second}]</div></div>`;
  expect(readPage(`${fragment}${pageOf(whole)}${fragment}`, 'blog')).toMatchObject({ release: first, problems: [] });
  expect(readPage(fragment, undefined)).toMatchObject({ release: undefined, problems: [] });
});

test.each(['html', 'boot', 'script', 'text'] as const)(
  'a page whose %s is from another release is reported',
  (part) => {
    expect(readPage(pageOf({ ...whole, [part]: second }), 'blog').problems).not.toEqual([]);
  },
);
