import { root, sourcesOf } from './bundles/project.ts';
import { bundledModules } from './fingerprint.ts';
import { versionsOf } from './installedVersions.ts';

/** The packages that a remote imports, with their installed versions: those that its fingerprint has, too. */
export const ownPackages = (app: string, project = root): Readonly<Record<string, string>> =>
  versionsOf(project, bundledModules(app, project).packages, sourcesOf(app));
