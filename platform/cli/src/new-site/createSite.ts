import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { copyTemplate, filesBelow, realPath, write } from '../new-remote/copyTemplate.ts';
import { takePlatform } from '../new-remote/takePlatform.ts';
import { addTarballs, emptyFolder, tarballsIn } from '../new-remote/tarballs.ts';
import { catalogueOf, languagesFile } from './languages.ts';
import { lookFiles } from './look.ts';

/** What a new site is made of. */
export interface SiteOptions {
  /** The product's name, as in page titles; default: made of the folder's. */
  readonly name?: string | undefined;
  /** Codes; the first one is the fallback for all others. */
  readonly languages: readonly string[];
  /** A folder with the packages of the platform, for when no registry has them. */
  readonly packages?: string | undefined;
}

/** The remote that a site begins with: it has the home page. */
const home = { kebab: 'home', pascal: 'Home' };

/** What the template calls the product, in sources and elsewhere. */
const templateName = 'New Site';

/**
 * Creates the repository of a site: what is its company's, a remote with the home page, and tests.
 *
 * @returns its folder
 * @throws {OperatorError} SITE-USAGE when the folder has files, or `packages` lacks one
 */
export function createSite(folder: string, options: SiteOptions): string {
  const { languages, packages, name = nameOf(folder) } = options;
  const target = emptyFolder(folder);
  const tarballs = packages === undefined ? {} : tarballsIn(resolve(packages), ['shared', 'platform'], 'site');
  copyRepository(target, name);
  const remote = join(target, 'remotes', home.kebab);
  copyTemplate('template', remote, home, languages);
  takePlatform(remote);
  claimHome(join(remote, 'src/remote.ts'));
  writeCompany(join(target, 'shared/company'), languages);
  addTarballs(target, tarballs);
  return target;
}

function copyRepository(target: string, name: string): void {
  const source = join(import.meta.dirname, 'repository');
  const npmName =
    name
      .toLowerCase()
      .replaceAll(/[^a-z\d]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'site';
  for (const path of filesBelow(source)) {
    const text = readFileSync(join(source, path), 'utf8')
      .replaceAll(`'${templateName}'`, JSON.stringify(name))
      .replaceAll(templateName, name)
      .replaceAll('new-site', npmName);
    write(join(target, realPath(path)), text);
  }
}

/** The template's page is at the path of its name, and in the menu. */
function claimHome(file: string): void {
  const code = readFileSync(file, 'utf8');
  write(file, code.replace(`paths: '${home.kebab}', places: ['menu']`, "paths: ''"));
}

/** What the company of this site also states: its words, its fonts and colours, and the test of it all. */
function writeCompany(folder: string, languages: readonly string[]): void {
  write(join(folder, 'languages.ts'), languagesFile(languages));
  for (const language of languages)
    write(join(folder, `locales/${language}.json`), `${JSON.stringify(catalogueOf(language), null, 2)}\n`);
  for (const [file, content] of Object.entries(lookFiles())) write(join(folder, file), content);
}

/** `Acme Tools` for `acme-tools`. */
const nameOf = (folder: string): string =>
  basename(resolve(folder))
    .split(/[-_.\s]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
