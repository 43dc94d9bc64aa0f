import { isBrowserScript } from '@site/releases/limits.ts';
import type { Release, ReleaseSource } from '@site/releases/Release.ts';
import { frontendDiscoveryPath } from '@site/shared/contract/release.ts';
import type { FastifyInstance } from 'fastify';

/** Other shells and tools read it, with any framework. */
const schema = 'https://github.com/awslabs/frontend-discovery/blob/main/schema/v1-pre.json';

/** A version of a micro-frontend, as the schema has it. */
interface DiscoveredVersion {
  readonly url: string;
  readonly metadata: { readonly integrity: string; readonly version: string };
  readonly deployment: { readonly traffic: number; readonly default: boolean };
  readonly extras: object;
}

/**
 * Serves what is live in the format of Frontend Discovery: each remote's container with its hash, the live version
 * with all of the traffic but the share of one under rollout, and those before it that take its place when it fails.
 *
 * @param origin the site's origin
 * @see https://github.com/awslabs/frontend-discovery
 */
export function frontendDiscoveryRoute(server: FastifyInstance, releases: ReleaseSource, origin: () => string): void {
  server.get(frontendDiscoveryPath, async (_request, reply) => {
    const { remotes, candidates } = releases.current();
    const microFrontends = [...remotes].map(([name, versions]) => {
      const { release: candidate, share = 0 } = candidates.get(name) ?? {};
      const earlier = versions.filter((release) => release !== candidate);
      return [
        name,
        [
          ...earlier.map((release, index) => discovered(release, index === 0 ? 100 - share : 0, index === 0, origin())),
          ...(candidate ? [discovered(candidate, share, false, origin())] : []),
        ],
      ];
    });
    return reply
      .headers({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
      .send({ schema, microFrontends: Object.fromEntries(microFrontends) });
  });
}

function discovered({ manifest }: Release, traffic: number, isDefault: boolean, origin: string): DiscoveredVersion {
  const { publicPath, entry, files, version, contract, singletons, modules } = manifest;
  const addressOf = (file: string) => new URL(publicPath + file, origin).href;
  const scripts = Object.entries(files).filter(([file]) => isBrowserScript(file));
  // A host that puts this into its own import map runs nothing but what the site would.
  const integrity = Object.fromEntries(
    scripts.map(([file, hash]) => [addressOf(file.slice('web/'.length)), hash.integrity]),
  );
  return {
    url: addressOf(entry),
    metadata: { integrity: files[`web/${entry}`]?.integrity ?? '', version },
    deployment: { traffic, default: isDefault },
    extras: {
      moduleFederation: { type: 'module', exposes: Object.keys(modules), shared: singletons, contract },
      importMap: { integrity },
    },
  };
}
