import { type Catalogue, languages } from '@site/shared';
import { isLate } from '../federation/remotes.ts';
import { send } from './channel.ts';
import type { InspectedPage, RenderJob, SerializedError, ToRenderer } from './messages.ts';
import { completeFetch } from './parentFetch.ts';
import { renderJob } from './renderJob.tsx';
import { addRemote, loadExposedPage } from './serverRemotes.ts';

/** Does what the site server asks. */
export function answerMessage(message: ToRenderer): void {
  if (message.type === 'remote') addRemote(message.name, message.release, message.code);
  else if (message.type === 'fetched') completeFetch(message.id, message.response);
  else if (message.type === 'inspect') void inspect(message);
  // Earlier servers send other messages too.
  else if (message.type === 'render') void render(message.id, message.job);
}

async function render(id: number, job: RenderJob): Promise<void> {
  send({ type: 'started', id });
  try {
    send({ type: 'rendered', id, outcome: await renderJob(id, job) });
  } catch (error) {
    // In development platform/cli/src/dev/problems prints the error once, with its place in the sources.
    if (process.env.NODE_ENV !== 'development')
      console.error(`SITE-RENDER ${job.request.url} could not be rendered.`, error);
    send({ type: 'rendered', id, outcome: { kind: 'failed', ...serialized(error), isLate: isLate(error) } });
  }
}

async function inspect({ id, name, release, modules }: Extract<ToRenderer, { type: 'inspect' }>): Promise<void> {
  const pages = await Promise.all(modules.map((module) => inspectModule(name, release, module)));
  send({ type: 'inspected', id, pages });
}

/** Checks that an exposed module is a page, and lists its messages in each language. */
async function inspectModule(remote: string, release: string, module: string): Promise<InspectedPage> {
  try {
    const { strings } = await loadExposedPage(remote, release, module);
    const keys = languages.map(async (language) => [language, keysOf(await strings.catalogues[language]())] as const);
    return { module, keys: Object.fromEntries(await Promise.all(keys)), sections: strings.sections };
  } catch (error) {
    return { module, keys: {}, problem: serialized(error) };
  }
}

function keysOf(catalogue: Catalogue, prefix = ''): string[] {
  return Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : keysOf(value, `${prefix}${key}.`),
  );
}

/** The server takes no longer ones. */
const longestText = 4_000;

function serialized(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { message: String(error).slice(0, longestText) };
  let first = error;
  while (first.cause instanceof Error) first = first.cause;
  const message = error.message.slice(0, longestText);
  return { message, ...(first.stack && { stack: first.stack.slice(0, longestText) }) };
}
