import type { Manifest } from './kustomize.ts';

interface Named {
  readonly name: string;
}

interface Container extends Named {
  readonly ports?: readonly Named[];
  readonly env: readonly (Named & { readonly value: string })[];
  readonly volumeMounts: readonly (Named & { readonly mountPath: string })[];
}

/** What the tests read and change of a Deployment. */
export interface Deployment extends Manifest {
  readonly spec: {
    readonly replicas?: number;
    readonly template: {
      readonly metadata: {
        readonly labels: Readonly<Record<string, string>>;
        readonly annotations?: Readonly<Record<string, string>>;
      };
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly topologySpreadConstraints?: readonly {
          readonly topologyKey: string;
          readonly matchLabelKeys?: readonly string[];
        }[];
        readonly containers: readonly Container[];
        readonly volumes: readonly Named[];
      };
    };
  };
}

/**
 * A Deployment of one pod in the machine's network, with folders of the machine as volumes.
 *
 * @param name of the Deployment
 * @param environment values that replace those of its variables, where it has them
 * @param folders by the names of volumes; `releases` is added
 */
export function onThisMachine(
  { spec, ...manifest }: Deployment,
  name: string,
  environment: Readonly<Record<string, string>>,
  folders: Readonly<Record<string, string>>,
): Deployment {
  const { template } = spec;
  const { containers, volumes } = template.spec;
  const changed = {
    ...template.spec,
    // Podman would publish their ports, which are the machine's already.
    containers: containers.map(({ ports: _, ...container }) => ({
      ...container,
      env: container.env.map((variable) => ({ ...variable, value: environment[variable.name] ?? variable.value })),
      volumeMounts: [...container.volumeMounts, { name: 'releases', mountPath: '/releases' }],
    })),
    volumes: [...volumes, { name: 'releases' }].map((volume) => {
      const path = folders[volume.name];
      return path === undefined ? volume : { name: volume.name, hostPath: { path, type: 'Directory' } };
    }),
  };
  return {
    ...manifest,
    metadata: { ...manifest.metadata, name },
    spec: { ...spec, replicas: 1, template: { ...template, spec: changed } },
  };
}
