import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@site/bundling/project.ts';
import { changedProps } from './changedProps.ts';
import { changesBetween } from './changelog.ts';
import { about, type Finding } from './Finding.ts';
import { newerPackage, unpack } from './newerPackage.ts';
import { problemsWith } from './typeCheck.ts';

const sharedName = '@site/shared';
const folder = join(root, '.cache/doctor');

const { fine, problem } = about('packages');

/**
 * The installed and the newest versions, and what changes: props of components, and which of these sources would no longer
 * compile.
 *
 * @param provided the versions that the live shell provides
 */
export async function packageFindings(provided: Readonly<Record<string, string>> = {}): Promise<readonly Finding[]> {
  try {
    const findings: Finding[] = [];
    for (const name of ['@site/kit', sharedName]) findings.push(...(await findingsOf(name, provided[name])));
    return findings;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function findingsOf(name: string, onSite: string | undefined): Promise<readonly Finding[]> {
  const installed = join(root, 'node_modules', name);
  const version = versionOf(installed);
  if (version === undefined) return [problem(`${name} is not installed: npm ci`)];
  const newer = await newerPackage(name, version, folder);
  const has = onSite === undefined ? '' : `, the site has ${onSite}`;
  if ('unknown' in newer) return [fine(`${name} ${version}${has}. What is new isn’t known: ${newer.unknown}`)];
  if (newer.file === undefined) return [fine(`${name} ${version}${has}: the newest`)];
  const unpacked = await unpack(newer.file, join(folder, 'node_modules', name));
  const changes = await changesBetween(unpacked, version, newer.version);
  const findings = [fine(`${name} ${version}${has}. ${newer.version} is new:`, changes)];
  if (name !== sharedName) return findings;
  const props = await changedProps(installed, unpacked);
  if (props.length > 0) findings.push(fine('Props that change:', props));
  const broken = await problemsWith(folder);
  if (broken.length > 0) findings.push(problem(`With ${name} ${newer.version} these sources don’t compile:`, broken));
  return findings;
}

/** The version of the package in a folder; undefined when there is none. */
function versionOf(folder: string): string | undefined {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version?: string }).version;
}
