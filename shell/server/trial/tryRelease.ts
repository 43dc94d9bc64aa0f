import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Release, ReleaseError } from '@site/releases';
import { type Language, languages } from '@site/shared/i18n/languages.ts';
import Fastify from 'fastify';
import type { InspectedPage, RenderOutcome } from '../../src/render/messages.ts';
import { embeddedApi } from '../api/embeddedApi.ts';
import { RenderWorker } from '../render/RenderWorker.ts';
import { titleOf } from '../render/titles.ts';
import { pathsOfRemote } from './pathsOfRemote.ts';

const visitor = { address: '127.0.0.1' };
const origin = 'http://trial.example';

/**
 * Tries a release of a remote as visitors will meet it: its catalogues are compared, and every page is rendered in
 * every language by the shell, with the sample news of a database made for the trial.
 *
 * @throws {ReleaseError} RELEASE-CATALOGUE or RELEASE-TRIAL with everything that is wrong
 */
export async function tryRelease(candidate: Release, shell: Release): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'release-trial-'));
  const api = await embeddedApi({ DATA_DIR: folder });
  const server = Fastify();
  await api.register(server);
  const output: string[] = [];
  const worker = new RenderWorker({ callApi: api.call, onOutput: (text) => output.push(text) }, shell);
  try {
    assertCatalogues(candidate, await worker.inspect(candidate).catch((error) => refuse(candidate, error, output)));
    for (const { url, module } of await pathsOfRemote(candidate.manifest.name, api)) {
      const request = { url, language: languages.find((language) => url.startsWith(`/${language}`)) ?? 'en' };
      const { name, version, publicPath, entry } = candidate.manifest;
      const registry = { [name]: { release: version, entry: publicPath + entry } };
      const outcome = await worker
        .render({ request, origin, registry }, candidate, visitor)
        .catch((error) => refuse(candidate, error, output));
      assertRendered(candidate, url, module, outcome);
    }
  } finally {
    worker.retire();
    await server.close();
    await api.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function refuse(candidate: Release, error: unknown, output: readonly string[]): never {
  const reason = error instanceof Error ? error.message : String(error);
  throw new ReleaseError('RELEASE-TRIAL', `${titleOf(candidate)} can’t be rendered: ${[reason, ...output].join('\n')}`);
}

function assertCatalogues(candidate: Release, pages: readonly InspectedPage[]): void {
  const unusable = pages.flatMap(({ module, problem }) => (problem ? [`${module}: ${problem}`] : []));
  if (unusable.length > 0) {
    throw new ReleaseError('RELEASE-TRIAL', `${titleOf(candidate)} can’t be used. ${unusable.join('; ')}.`);
  }
  const lacks = languages.flatMap((language) => {
    const missing = missingTexts(pages, language);
    return missing.length > 0 ? [`lacks texts in "${language}": ${missing.join(', ')}`] : [];
  });
  if (lacks.length === 0) return;
  throw new ReleaseError(
    'RELEASE-CATALOGUE',
    `${titleOf(candidate)} ${lacks.join('; it ')}. Add them and build again.`,
  );
}

/** Keys that another language has. */
function missingTexts(pages: readonly InspectedPage[], language: Language): readonly string[] {
  const missing = pages.flatMap(({ keys }) => {
    const all = Object.values(keys).flat();
    return all.filter((key) => !keys[language]?.includes(key));
  });
  return [...new Set(missing)];
}

function assertRendered(candidate: Release, url: string, module: string, outcome: RenderOutcome): void {
  const title = `${url} (${module} of ${titleOf(candidate)})`;
  if (outcome.kind === 'failed') throw new ReleaseError('RELEASE-TRIAL', `${title} threw: ${outcome.message}`);
  if (outcome.kind !== 'view' || outcome.status !== 200) {
    const answer = outcome.kind === 'view' ? `status ${outcome.status}` : outcome.kind;
    throw new ReleaseError(
      'RELEASE-TRIAL',
      `${title} was answered with ${answer} instead of the page. A shell that knows the route must be live.`,
    );
  }
  if (outcome.missingTexts.length > 0) {
    throw new ReleaseError(
      'RELEASE-CATALOGUE',
      `${title} shows texts that are in no catalogue: ${outcome.missingTexts.join(', ')}.`,
    );
  }
}
