import { expect, test } from '@rstest/core';
import type { Release } from '@site/releases/Release.ts';
import type { FragmentHole, FragmentJob } from '@site/shell/render/messages.ts';
import type { Outcome } from '../outcome/outcome.ts';
import type { RenderedView } from '../outcome/readOutcome.ts';
import { asWhole, type FragmentOwners, fillPart } from './fillPart.ts';

const releaseOf = (name: string, version: string): Release => ({ manifest: { name, version } }) as unknown as Release;

const hole = (id: string, name: string, props = {}): FragmentHole => ({ id, name, props });

const htmlOf = (holes: readonly FragmentHole[]) =>
  holes
    .map(({ id }) => `<div data-hole="${id}"><i>fallback</i><template data-hole-end="${id}"></template></div>`)
    .join('');

/** The HTML of a fragment, with the holes that it has itself. */
type Rendered = readonly [html: string, ...inner: FragmentHole[]];

/** Two teams, of which explore has two versions. */
function teams(render: (fragment: FragmentJob, version: string) => Rendered | 'throws' | 'refused') {
  const failed: string[] = [];
  const wrong: string[] = [];
  const open = new Set<string>();
  const prefixes: string[] = [];
  const owners: FragmentOwners = {
    fragments: {
      recommendations: { remote: 'explore', module: './fragment-recommendations', props: { skus: { max: 5 } } },
      button: { remote: 'checkout', module: './fragment-button' },
    },
    releasesOf: (remote) =>
      remote === 'explore' ? [releaseOf(remote, 'new'), releaseOf(remote, 'old')] : [releaseOf(remote, 'new')],
    render: async (fragment, release): Promise<Outcome<RenderedView>> => {
      const { version } = release.manifest;
      prefixes.push(fragment.prefix);
      const rendered = render(fragment, version);
      if (rendered === 'throws') return { kind: 'threw', message: 'It threw.' };
      if (rendered === 'refused') return { kind: 'refused', reason: 'rendering' };
      const [html, ...holes] = rendered;
      const parts = { html, holes, data: version, boot: { request: { language: 'en' } } };
      const shown = { kind: 'whole', status: 200, parts, missingTexts: [] };
      return asWhole(shown as unknown as Outcome<RenderedView>, release);
    },
    circuitBreakers: {
      failureOf: ({ release: { manifest } }) =>
        open.has(`${manifest.name}@${manifest.version}`) ? { kind: 'threw', message: '' } : undefined,
      failed: ({ release: { manifest } }) => void open.add(`${manifest.name}@${manifest.version}`),
      succeeded: () => {},
    },
    onFailure: ({ manifest }) => void failed.push(`${manifest.name}@${manifest.version}`),
    onWrongProps: (name, problem, asker) => void wrong.push(`${asker?.module} gives ${name}: ${problem}`),
  };
  const fill = async (...holes: readonly FragmentHole[]) => {
    const part = await fillPart(
      {
        html: htmlOf(holes),
        holes,
        prefix: 'f',
        depth: 1,
        asker: { release: releaseOf('decide', 'new'), module: './product' },
      },
      owners,
    );
    return {
      text: part.html.replaceAll(/<\/?div>/g, ''),
      isComplete: part.isComplete,
      from: part.fragments.map(({ boot }) => `${boot.name} of ${boot.remote}@${boot.release}`),
    };
  };
  return { fill, failed, wrong, open, prefixes };
}

test('each hole has what its owner renders; two of one fragment have ids of their own', async () => {
  const { fill, prefixes } = teams(({ props: { skus = '' } }) => [`<b>${skus}</b>`]);
  const filled = await fill(hole('1', 'recommendations', { skus: 'a,b' }), hole('2', 'button'), hole('3', 'button'));
  expect(filled.text).toBe('<b>a,b</b><b></b><b></b>');
  expect(filled.isComplete).toBe(true);
  expect(new Set(prefixes).size).toBe(3);
});

test('where the owner’s version throws, its earlier one stands in; later visitors don’t wait for the broken one', async () => {
  const { fill, failed, prefixes } = teams((_, version) => (version === 'new' ? 'throws' : ['<b>earlier</b>']));
  for (const _ of [1, 2]) {
    const filled = await fill(hole('1', 'recommendations'));
    expect(filled).toEqual({
      text: '<b>earlier</b>',
      isComplete: true,
      from: ['recommendations of explore@old'],
    });
  }
  expect([failed, prefixes.length]).toEqual([['explore@new'], 3]);
});

test('where all versions fail, the page has its fallback, and is asked for again soon', async () => {
  const { fill } = teams(({ remote }) => (remote === 'explore' ? 'throws' : ['<b>button</b>']));
  expect(await fill(hole('1', 'recommendations'), hole('2', 'button'))).toEqual({
    text: '<i>fallback</i><b>button</b>',
    isComplete: false,
    from: ['button of checkout@new'],
  });
});

test('a server with too much to do blames nobody', async () => {
  const { fill, failed, open } = teams(() => 'refused');
  expect(await fill(hole('1', 'button'))).toMatchObject({ text: '<i>fallback</i>', isComplete: false });
  expect([failed, [...open]]).toEqual([[], []]);
});

test('a fragment that nobody has is the fallback for good', async () => {
  const { fill } = teams(() => ['']);
  expect(await fill(hole('1', 'wishlist'))).toMatchObject({ text: '<i>fallback</i>', isComplete: true });
});

test.each([
  ['a value that it doesn’t take', { color: 'red' }, './product gives recommendations: "color", which it doesn’t take'],
  [
    'a value that is too long',
    { skus: 'abcdef' },
    './product gives recommendations: "skus" with 6 characters, where it takes 5',
  ],
  [
    'the name of a prototype',
    { constructor: 'x' },
    './product gives recommendations: "constructor", which it doesn’t take',
  ],
])('a page that gives %s is told, and shows its fallback', async (_, props, problem) => {
  const { fill, wrong, open } = teams(() => ['<b>never</b>']);
  expect(await fill(hole('1', 'recommendations', props))).toMatchObject({ text: '<i>fallback</i>' });
  expect([wrong, [...open]]).toEqual([[problem], []]);
});

test('HTML that would end elements of the page, or is too long, is a fault of its version', async () => {
  for (const hostile of ['<li>Mine</li>', 'x'.repeat(200_000)]) {
    const { fill, failed } = teams((_, version) => (version === 'new' ? [hostile] : ['<b>earlier</b>']));
    expect(await fill(hole('1', 'recommendations'))).toMatchObject({ text: '<b>earlier</b>' });
    expect(failed).toEqual(['explore@new']);
  }
});

test('a fragment may have fragments, which have none', async () => {
  const { fill } = teams(({ remote, prefix }) => {
    const inner = hole(`_${prefix}i`, remote === 'explore' ? 'button' : 'recommendations');
    return [`<b>${remote}</b>${htmlOf([inner])}`, inner];
  });
  const filled = await fill(hole('1', 'recommendations'));
  expect(filled.text).toBe('<b>explore</b><b>checkout</b><i>fallback</i>');
  expect(filled.from).toEqual(['recommendations of explore@new', 'button of checkout@new']);
});

test('a fragment can’t ask for a hole of the page around it, and is told itself what it gives wrongly', async () => {
  const { fill, wrong } = teams(({ remote, prefix }) => {
    if (remote === 'checkout') return ['<b>button</b>'];
    return ['<b>mine</b>', hole('2', 'recommendations'), hole(`_${prefix}i`, 'button', { color: 'red' })];
  });
  const filled = await fill(hole('1', 'recommendations'), hole('2', 'button'));
  expect(filled.text).toBe('<b>mine</b><b>button</b>');
  expect(wrong).toEqual(['./fragment-recommendations gives button: "color", which it doesn’t take']);
});
