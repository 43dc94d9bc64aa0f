/** The rendering process: it has no secrets and no files, and does what the site server asks. */
import { isLate } from '../federation/withinTime.ts';
import { closeNetwork } from '../render/closeNetwork.ts';
import { failureOf } from '../render/failureOf.ts';
import { inspectModules } from '../render/inspectModules.ts';
import type { FromRenderer, RenderJob, ToRenderer } from '../render/messages.ts';
import { completeFetch } from '../render/parentFetch.ts';
import { renderJob } from '../render/renderJob.tsx';
import { addRemote, removeRemote } from '../render/serverRemotes.ts';

closeNetwork();

/** A server that ends, perhaps while this process only starts, has hung up: there is nobody left to work for. */
const send = (message: FromRenderer) =>
  process.send?.(message, (error: Error | null) => {
    if (error) process.exit(0);
  });

process.on('message', (message: ToRenderer) => {
  if (message.type === 'remote') addRemote(message.name, message.release, message.code);
  else if (message.type === 'forget') removeRemote(message.name, message.release);
  else if (message.type === 'fetched') completeFetch(message.id, message.response);
  else if (message.type === 'inspect') void inspect(message);
  else void render(message.id, message.job);
});
process.on('disconnect', () => process.exit(0));
send({ type: 'ready' });

async function render(id: number, job: RenderJob): Promise<void> {
  send({ type: 'started', id });
  try {
    send({ type: 'rendered', id, outcome: await renderJob(id, job) });
  } catch (error) {
    // In development the place in the sources is said once, with the rest of what is wrong: kit/src/dev/problems.
    if (process.env.NODE_ENV !== 'development')
      console.error(`SITE-RENDER ${job.request.url} could not be rendered.`, error);
    send({ type: 'rendered', id, outcome: { kind: 'failed', ...failureOf(error), isLate: isLate(error) } });
  }
}

async function inspect({ id, name, release, modules }: Extract<ToRenderer, { type: 'inspect' }>): Promise<void> {
  send({ type: 'inspected', id, pages: await inspectModules(name, release, modules) });
}
