import type { KnownFaults } from '@site/releases/FaultLog.ts';
import type { ReleaseStore } from '@site/releases/store/ReleaseStore.ts';
import type { KnownRollouts } from '@site/rollouts/RolloutLog.ts';
import type { Fault, Pointer } from '@site/shared/contract/release.ts';
import { fallbackLanguage } from '@site/shared/i18n/languages.ts';
import type { KnownApp } from './Known.ts';
import type { Notice } from './Notice.ts';

/** Where what happens to releases is read. */
export interface Sources {
  readonly store: Pick<ReleaseStore, 'manifest'>;
  readonly faults: Pick<KnownFaults, 'of' | 'ofPointer'>;
  readonly rollouts: KnownRollouts;
}

/** What is known of an app now, and what is new. */
export interface AppSight {
  readonly known: KnownApp;
  readonly notices: readonly Notice[];
}

/**
 * Compares what is live of an app, and what servers say of it, with what was known.
 *
 * @param by the name of the key that has signed the pointer
 * @param isNew whether an app without an earlier look was first released since
 */
export async function lookAtApp(
  sources: Sources,
  app: string,
  pointer: Pointer,
  {
    before,
    by,
    isNew,
  }: { readonly before: KnownApp | undefined; readonly by: string | undefined; readonly isNew: boolean },
): Promise<AppSight> {
  const { version, candidate } = pointer;
  const moves = before ? movesOf(app, pointer, before, by) : isNew ? [promoted(app, version, undefined, by)] : [];
  const stop = await stopOf(sources, app, pointer, before);
  const refusal = await sources.faults.ofPointer(app);
  const refused: readonly Notice[] =
    refusal && refusal.code !== before?.refused
      ? [{ kind: 'refused', app, values: { app, message: refusal.message } }]
      : [];
  const shown = candidate ? [version, candidate.version] : [version];
  const faulty = (await Promise.all(shown.map((one) => faultsOf(sources, app, one)))).flat();
  const known = new Set(before?.faulty);
  const told = faulty.filter(({ key }) => known.has(key));
  const news = faulty.filter(({ key }) => !known.has(key));
  const found = await Promise.all(news.map(({ fault }) => faultNotice(sources, fault)));
  // A version stays told while visitors may get it, whether its fault comes and goes.
  const kept = [...known].filter((key) => shown.some((one) => key.split(' ')[0] === one));
  return {
    known: {
      version,
      serial: pointer.signature?.serial ?? 0,
      ...(candidate && { candidate: { version: candidate.version, salt: candidate.salt } }),
      faulty: [...new Set([...kept, ...told.map(({ key }) => key), ...news.map(({ key }) => key)])],
      ...(stop.salt !== undefined && { takenBack: stop.salt }),
      ...(refusal && { refused: refusal.code }),
      ...(before?.asks !== undefined && { asks: before.asks }),
    },
    notices: [...moves, ...refused, ...stop.notices, ...found],
  };
}

const promoted = (app: string, version: string, before: string | undefined, by: string | undefined): Notice => ({
  kind: 'promoted',
  app,
  values: { app, release: id(app, version), ...(before && { before: id(app, before) }), ...(by && { by }) },
});

/** What someone has made live, taken back or begun to roll out. */
function movesOf(app: string, pointer: Pointer, before: KnownApp, by: string | undefined): readonly Notice[] {
  const { version, candidate, previous } = pointer;
  const notice = (kind: Notice['kind'], values: Notice['values']): Notice => ({
    kind,
    app,
    values: { app, ...values, ...(by && { by }) },
  });
  const isBack = previous.some((entry) => entry.version === before.version && entry.isGivenUp);
  const moves: Notice[] = [];
  if (version !== before.version && isBack)
    moves.push(notice('rolledBack', { release: id(app, version), before: id(app, before.version) }));
  else if (version !== before.version) moves.push(promoted(app, version, before.version, by));
  const ended = before.candidate;
  if (ended && ended.salt !== candidate?.salt && ended.version !== version)
    moves.push(notice('rolloutEnded', { release: id(app, version), before: id(app, ended.version) }));
  if (candidate && candidate.salt !== ended?.salt)
    moves.push(notice('rollout', { release: id(app, candidate.version), share: String(candidate.share) }));
  return moves;
}

/** Whether a server has stopped showing the version under rollout, by itself. */
async function stopOf({ rollouts }: Sources, app: string, { candidate }: Pointer, before: KnownApp | undefined) {
  const nothing = { salt: undefined, notices: [] as readonly Notice[] };
  if (!candidate) return nothing;
  const { salt, version } = candidate;
  if (before?.takenBack === salt) return { ...nothing, salt };
  const stopped = (await rollouts.of(app, candidate)).find(({ takenBack }) => takenBack !== undefined);
  if (!stopped) return nothing;
  const values = { app, release: id(app, version), message: stopped.takenBack ?? '', command: rollbackOf(app) };
  return { salt, notices: [{ kind: 'takenBack', app, values } as const] };
}

const inBrowsers = 'BROWSER-FAILED';

/**
 * The first fault of a version that servers found, and the first that browsers report. They are told apart: anyone can report the
 * latter, and would hide the former.
 */
async function faultsOf({ faults }: Sources, app: string, version: string) {
  const found = (await faults.of(app, version)).toSorted((one, other) => one.at.localeCompare(other.at));
  const first = (ofBrowsers: boolean) => found.find(({ code }) => (code === inBrowsers) === ofBrowsers);
  const [server, browser] = [first(false), first(true)];
  return [
    ...(server ? [{ key: version, fault: server }] : []),
    ...(browser ? [{ key: `${version} browsers`, fault: browser }] : []),
  ];
}

/** Where a message names a source, with its line: `remotes/blog/src/pages/list/ListPage.tsx:12:3`. */
const place = /[\w@./-]+\.(?:[cm]?[jt]sx?|css):\d+(?::\d+)?/;

async function faultNotice(sources: Sources, fault: Fault): Promise<Notice> {
  const { app, version, code, message } = fault;
  const [where] = place.exec(message) ?? [];
  const page = await pageOf(sources, fault);
  return {
    kind: code === inBrowsers ? 'faultyInBrowsers' : 'faulty',
    app,
    values: {
      app,
      release: id(app, version),
      code,
      message: message.replace(`${code} `, '').split('\n')[0] ?? '',
      ...(where && { place: where }),
      ...(page && { page }),
      command: rollbackOf(app),
    },
  };
}

/** The address of the page whose module fails, or the module. */
async function pageOf({ store }: Sources, { app, version, module }: Fault): Promise<string | undefined> {
  if (module === undefined) return undefined;
  const manifest = await store.manifest(app, version).catch(() => undefined);
  const path = manifest?.pages?.find((page) => page.module === module)?.paths[fallbackLanguage];
  if (path === undefined) return module;
  return `/${fallbackLanguage}${path && `/${path}`}`;
}

const rollbackOf = (app: string): string => `npx site rollback ${app}`;

const id = (app: string, version: string): string => `${app}@${version}`;
