import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { singletonVersions } from '@site/bundling/bundles/singletons.ts';
import { fingerprint } from '@site/bundling/fingerprint.ts';
import { apps, shell } from '@site/bundling/project.ts';
import { sharedSurface } from '@site/bundling/sharedSurface.ts';
import { providedExports } from '@site/bundling/singletonExports.ts';
import { namesOf } from '@site/bundling/usedProperties.ts';
import { incompatibilityOf } from '@site/releases/compatibility.ts';
import { ReleaseCache } from '@site/releases/follow/ReleaseCache.ts';
import { proposedRoutes } from '@site/releases/operations/proposedRoutes.ts';
import { pointerOf } from '@site/releases/pointer.ts';
import { type Release, releaseId } from '@site/releases/Release.ts';
import { trustFile } from '@site/releases/signing/Trust.ts';
import type { ReleaseStore } from '@site/releases/store/ReleaseStore.ts';
import { defaultPolicy } from '@site/server/defaultPolicy.ts';
import { openStore } from '@site/server/openStore.ts';
import { preflight } from '@site/server/preflight/preflight.ts';
import { audienceOf, type Settings, trustedKeysFile } from '@site/server/settings.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { contractVersion, supportedContracts } from '@site/shared/contract/page.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { pasted, type SettingsSource } from './pasted.ts';
import type { Step } from './Step.ts';

/** The steps for releases in an update to this checkout. */
export interface ReleaseSteps {
  /** For live versions that this checkout's servers can't show. */
  readonly unusable: readonly Step[];
  /** For apps to release after the servers. */
  readonly outdated: readonly Step[];
}

/** The command that releases an app. */
type Publish = (app: string, ...options: readonly string[]) => string;

/**
 * Compares the live versions with this checkout, and renders every live page with its program. Changes nothing in the store
 * or on a server.
 */
export async function releaseSteps(settings: Settings, settingsSource: SettingsSource): Promise<ReleaseSteps> {
  const publish: Publish = (app, ...options) =>
    pasted(['npx', 'site', 'publish', app, '--promote', ...options], settingsSource);
  const store = await openStore(settings.RELEASES);
  const file = trustedKeysFile(settings);
  const copies = await mkdtemp(join(tmpdir(), 'site-upgrade-'));
  try {
    const live = await copyLive(
      store,
      new ReleaseCache(
        store,
        copies,
        settings.REMOTE_ORIGINS,
        file ? trustFile(file, audienceOf(settings)) : undefined,
      ),
      publish,
    );
    const liveShell = live.releases.find(({ manifest }) => manifest.name === shell);
    const remotes = live.releases.filter((release) => release !== liveShell);
    const failed = liveShell ? await renderFailure(store, liveShell, remotes) : undefined;
    return {
      unusable: [...live.problems, ...(failed ? [unusable(shell, failed, publish)] : [])],
      outdated: [...(await waiting(liveShell, remotes)), ...outdated(live.releases, publish)],
    };
  } finally {
    await rm(copies, { recursive: true, force: true });
  }
}

interface LiveReleases {
  readonly releases: readonly Release[];
  readonly problems: readonly Step[];
}

/** Copies the live versions, by the rules of this checkout. */
async function copyLive(store: ReleaseStore, cache: ReleaseCache, publish: Publish): Promise<LiveReleases> {
  const names = [...new Set([shell, ...apps, ...(await store.apps())])];
  const found = await Promise.all(
    names.map(async (name): Promise<LiveReleases> => {
      try {
        const pointer = await store.read(pointerOf(name));
        return { releases: pointer ? [await cache.get(name, pointer.version)] : [], problems: [] };
      } catch (error) {
        return { releases: [], problems: [unusable(name, error, publish)] };
      }
    }),
  );
  const [releases, problems] = [found.flatMap((app) => app.releases), found.flatMap((app) => app.problems)];
  return { releases, problems };
}

function unusable(app: string, error: unknown, publish: Publish): Step {
  if (!(error instanceof OperatorError)) throw error;
  return {
    what: `The servers of this version can’t show what is live of ${app}: ${error.message}`,
    commands: apps.includes(app) ? [publish(app)] : [],
    blocks: true,
  };
}

/** Why this program can't render the live shell and remotes; undefined when it can. */
async function renderFailure(store: ReleaseStore, liveShell: Release, remotes: readonly Release[]): Promise<unknown> {
  try {
    const fitting = remotes.filter((remote) => !incompatibilityOf(remote, liveShell));
    const routes = await proposedRoutes(store, liveShell.manifest, defaultPolicy);
    await preflight({
      underTest: liveShell,
      shell: liveShell,
      remotes: fitting,
      users: [],
      liveShell: undefined,
      acceptsLoss: false,
      ...routes,
    });
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Remotes that don't fit the shell of this checkout: it would wait for them. */
async function waiting(liveShell: Release | undefined, remotes: readonly Release[]): Promise<readonly Step[]> {
  if (!liveShell) return [];
  const next: ReleaseManifest = {
    ...liveShell.manifest,
    contract: contractVersion,
    contracts: supportedContracts,
    singletons: singletonVersions,
    exports: providedExports(),
    properties: namesOf((await sharedSurface()).components),
  };
  return remotes
    .filter(({ manifest }) => !apps.includes(manifest.name))
    .flatMap((remote) => {
      const reason = incompatibilityOf(remote, { manifest: next, folder: '' });
      if (!reason) return [];
      return [
        {
          what: `The new shell waits for ${releaseId(remote)}, whose team has to release it: ${reason.message}`,
          commands: [],
        },
      ];
    });
}

/** The apps whose live version was built from other sources. The shell comes first. */
function outdated(releases: readonly Release[], publish: Publish): readonly Step[] {
  return apps.flatMap((app) => {
    const manifest = releases.find((release) => release.manifest.name === app)?.manifest;
    const origin = manifest && storeAddress(manifest);
    const version = fingerprint(app, origin);
    if (manifest?.version === version) return [];
    return [
      {
        what: `Release ${app}: live is ${manifest?.version ?? 'nothing'}, this checkout has ${version}.`,
        commands: [publish(app, ...(origin ? ['--origin', origin] : []))],
      },
    ];
  });
}

/** Where browsers load a remote's files from, if not from the site itself. */
function storeAddress({ name, version, publicPath }: ReleaseManifest): string | undefined {
  return publicPath.startsWith('/') ? undefined : publicPath.slice(0, -`/${name}/${version}/web/`.length);
}
