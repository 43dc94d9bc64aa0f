import { expect, test } from '@rstest/core';
import { readManifest } from '@site/releases/manifest.ts';
import { readSheet } from '@site/releases/reading/sheetParts.ts';
import { withInlineDrawings } from '@site/renderer/documents/inlineFiles.ts';
import { usedStyles } from '@site/renderer/documents/usedStyles.ts';
import { buildApp, newFolder } from '@site/testkit/releases/fixtures.ts';

/** An input of about a given size, made to be slow. */
type Hostile = (size: number) => string;

const repeated =
  (part: string, before = '', after = ''): Hostile =>
  (size) =>
    before + part.repeat(size / part.length) + after;

const nested =
  (start: string, end: string, before = '', after = ''): Hostile =>
  (size) => {
    const depth = size / (start.length + end.length);
    return before + start.repeat(depth) + end.repeat(depth) + after;
  };

const numbered =
  (part: (index: number) => string, before = '', after = ''): Hostile =>
  (size) =>
    before + Array.from({ length: size / part(0).length }, (_, index) => part(index)).join('') + after;

const sheets: Readonly<Record<string, Hostile>> = {
  'escaped brackets that never end': repeated('a\\[', '', '{x:y}'),
  'nested :is()': nested(':is(', ')', 'a', '{x:y}'),
  'nested :not()': nested(':not(', ')', 'a', '{x:y}'),
  ':has() that never ends': repeated(':has(', 'a', '{x:y}'),
  'thousands of selectors': repeated('a,', '', 'b{x:y}'),
  'attribute selectors': numbered((index) => `[a${index}]{x:y}`),
  'nested media': nested('@media x{', '}'),
  'media that never end': repeated('@media x{'),
  'properties made of each other': numbered((index) => `--a${index}:var(--a${index + 1});`, ':root{', '}'),
  'nested fallbacks': nested('var(--a,', ')', 'a{x:', '}'),
  'fallbacks that never end': repeated('var(--a,(b)', 'a{x:', '}'),
  'words of animations': repeated('x ', 'a{animation:', '}'),
};

const documents: Readonly<Record<string, Hostile>> = {
  'attributes without an end': repeated('<p a="'),
  spaces: repeated(' '),
  words: repeated(' a'),
  'names of properties': repeated(' --a'),
  'closed details': repeated('<details><summary>'),
  pictures: repeated('<picture><img src="/a.svg" loading="eager">'),
};

const sample = JSON.stringify(await buildApp(await newFolder())).slice(1);

const manifests: Readonly<Record<string, Hostile>> = {
  'values that nobody knows': numbered((index) => `"x${index}":[1],`, '{', sample),
  'folders in folders': (length) =>
    `{${sample}`.replace(
      '"files":{',
      numbered((index) => `"${'a/'.repeat(18)}${index}":{"integrity":"sha256-x","size":1},`, '"files":{')(length),
    ),
  'uses of shared names': numbered((index) => `"m${index}":["a","b","c"],`, '{"exports":{', `"m":[]},${sample}`),
};

const selectors = readSheet(numbered((index) => `[a${index}] .b${index}{--x:y}`)(20_000));

const readers: readonly (readonly [
  name: string,
  inputs: Readonly<Record<string, Hostile>>,
  read: (input: string) => unknown,
])[] = [
  ['reading a style sheet', sheets, readSheet],
  [
    'reducing a style sheet to what a document needs',
    sheets,
    (css) => usedStyles([readSheet(css)], '<p class="a b" x="y">'),
  ],
  ['finding what a document needs', documents, (html) => usedStyles([selectors], html)],
  ['inlining drawings', documents, (html) => withInlineDrawings(html, [])],
  ['reading a manifest', manifests, (text) => readManifest(text, 'release.json')],
];

/** The shortest of some tries, in milliseconds: other work of the machine makes some longer. */
function timeOf(work: () => unknown): number {
  const tries = Array.from({ length: 4 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...tries);
}

/** Eight times the size takes eight times the time if work is linear, and 64 times if each character is compared with each. */
const [size, growth, most] = [8 * 1024, 8, 28];

/** Shorter times say nothing about growth. */
const clock = 2;

for (const [name, inputs, read] of readers)
  test.each(Object.entries(inputs))(`${name} takes time in proportion to its length: %s`, (_, make) => {
    const [small, large] = [make(size), make(size * growth)];
    const ratio =
      timeOf(() => read(large)) /
      Math.max(
        clock,
        timeOf(() => read(small)),
      );
    expect(ratio).toBeLessThan(most);
  });
