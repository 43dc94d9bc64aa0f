import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { git } from './git.ts';

/** A package, as package.json and package-lock.json describe it. */
interface Description {
  version?: string;
  [kind: string]: unknown;
}

/** Sets the version of the project wherever a checkout states it. */
export function setVersion(folder: string, version: string): void {
  const change = (file: string, changed: (text: string) => string) => {
    const before = readFileSync(join(folder, file), 'utf8');
    const after = changed(before);
    if (after !== before) writeFileSync(join(folder, file), after);
  };
  const { version: before = '' } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Description;
  const files = git(folder, 'ls-files').split('\n');
  const named = (pattern: RegExp) => files.filter((file) => pattern.test(file));

  for (const file of named(/(?:^|\/)package(?:\.template)?\.json$/))
    change(file, (text) => inJson(text, (own: Description) => setIn(own, before, version)));
  for (const file of named(/^package-lock\.json$/))
    change(file, (text) =>
      inJson(text, (lock: Description & { packages: Readonly<Record<string, Description>> }) => {
        setIn(lock, before, version);
        // Other people's packages may have this version, too.
        for (const [place, own] of Object.entries(lock.packages))
          if (!place.includes('node_modules/')) setIn(own, before, version);
      }),
    );
  const text = before.replaceAll('.', '\\.');
  for (const file of named(/^docs\/deploy\/kubernetes\/.*\.yaml$/))
    change(file, (page) =>
      page.replace(new RegExp(`(?<=^(?:version|appVersion): |newTag: )${text}\\b`, 'gm'), version),
    );
  for (const file of named(/^docs\/.*\.md$/))
    change(file, (page) => page.replace(new RegExp(`(?<=/site-[a-z-]+-)${text}(?=\\.tgz\\b)`, 'g'), version));
}

function inJson<Content>(text: string, change: (content: Content) => void): string {
  const content = JSON.parse(text) as Content;
  change(content);
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** Sets the version of a package, and of the project's others that it needs. */
function setIn(own: Description, before: string, version: string): void {
  if (own.version === before) own.version = version;
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']) {
    const needed = own[kind] as Record<string, string> | undefined;
    for (const [name, range] of Object.entries(needed ?? {}))
      if (needed && name.startsWith('@site/') && range.replace(/^\^/, '') === before)
        needed[name] = range.replace(before, version);
  }
}
