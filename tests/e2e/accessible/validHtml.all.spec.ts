import { rm } from 'node:fs/promises';
import { liveReleasesPath } from '@site/shared/contract/release.ts';
import { addresses, everyAddress, languages } from '@site/testkit/site/addresses.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { ask } from '@site/testkit/site/http.ts';
import { previewQuery } from '@site/testkit/site/releases.ts';
import type { RunningSite } from '@site/testkit/site/servers.ts';
import { test as base, expect } from '../support/serverTest.ts';
import { checkHtml, findJava, type HtmlDocument } from './checkHtml.ts';

interface Fixtures {
  /** An empty folder. */
  readonly folder: string;
  /** Path of Java; undefined when it is not installed and can't be downloaded. */
  readonly java: string | undefined;
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
  folder: async ({}, use) => {
    const folder = await temporaryFolder('html');
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  java: async ({}, use) => use(await findJava()),
});

/** Every page, and every variant of a page. */
async function documentsOf(site: Pick<RunningSite, 'origin'>): Promise<HtmlDocument[]> {
  const live = JSON.parse((await ask(site, liveReleasesPath)).body) as { readonly blog: string };
  const paths = [
    ...everyAddress.map(({ path }) => path),
    '/',
    '/nowhere',
    `${addresses.en.contact}?sent=1`,
    `${addresses.en.article}?stay=`,
    `${addresses.en.home}?boundaries`,
    `${addresses.en.blog}?${previewQuery('blog', live.blog)}`,
  ];
  const pages = paths.map(async (path) => ({ name: path, html: (await ask(site, path)).body }));
  const refused = ask(site, addresses.en.contact, { method: 'POST', body: new URLSearchParams({ name: 'Ada' }) });
  const refusedPage = refused.then(({ body }) => ({ name: 'a refused message', html: body }));
  const documents = (await Promise.all([...pages, refusedPage])).map(withoutTypedAttr);
  return [...documents, ...documents.flatMap(framesOf)];
}

/** The checker can't parse a typed `attr()`, and would check no style after it. Browsers that can't either leave the rule out. */
const withoutTypedAttr = ({ name, html }: HtmlDocument): HtmlDocument => ({
  name,
  html: html.replaceAll(/@supports ?\(background: ?attr\([\w-]+ type\([^)]*\)\)\)\s*\{[^}]*\}\s*\}/g, ''),
});

/** The documents in the frames of a document. */
const framesOf = ({ name, html }: HtmlDocument): HtmlDocument[] =>
  [...html.matchAll(/ srcdoc="([^"]*)"/gi)].map(([, source = '']) => ({
    name: `a frame of ${name}`,
    html: source.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  }));

/** CSS that is standard and works in all supported browsers, but that the checker doesn't know yet. */
const newerStyles =
  /: CSS: (“(view-transition-name|interpolate-size|container-type|animation-timeline|animation-range)”: Property .* doesn't exist|Unrecognized at-rule “@(property|container)”|“--\w+”: Parse Error\. lc\(100cqb|“inline-size”: Parse Error\. 276cqb|“mask”: Too many values|“mask-image”: “clamp\(0%, .+” is not a “)/;

/** The checker finds the role redundant, but VoiceOver needs it: see `List`. */
const statedRole = /: The “list” role is unnecessary for element “[uo]l”/;

// The company page is empty, as specified, and needs no heading.
const isExpected = (problem: string) =>
  newerStyles.test(problem) ||
  statedRole.test(problem) ||
  (languages.some((language) => problem.startsWith(`${addresses[language].company}: `)) &&
    problem.includes('heading level of 1'));

/** Shows that the checker reports errors, in the same run: Java starts slowly. */
const wrong: HtmlDocument = {
  name: 'wrong',
  html: '<!doctype html><html lang="en"><title>Wrong</title><h1>Wrong</h1><p id="a"><ul id="a"></ul></html>',
};

test('every document of the site is valid HTML, and an error in a document is reported', async ({
  site,
  java,
  folder,
}) => {
  // Downloading Java may take a while.
  test.setTimeout(900_000);
  // biome-ignore lint/suspicious/noSkippedTests: outside CI, Java is optional
  test.skip(!java && !process.env.CI, 'Needs Java: install it, or run on Debian where it can be fetched.');
  expect(java, 'Java').toBeDefined();
  const problems = await checkHtml(java ?? '', folder, [...(await documentsOf(site)), wrong]);
  const isOfWrong = (problem: string) => problem.startsWith('wrong: ');
  expect(problems.filter(isOfWrong).join('\n')).toContain('wrong: Duplicate ID “a”.');
  expect(problems.filter((problem) => !isOfWrong(problem) && !isExpected(problem))).toEqual([]);
});
