import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A remote of a site that installs the platform takes the versions that come with it, so that an update changes two numbers. */
export function withAnyVersion(remote: string): void {
  const file = join(remote, 'package.json');
  const content = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    content.replace(/"(?:devDependencies|dependencies)": \{[^}]*\}/g, (all) => all.replaceAll(/: "[\d.]+"/g, ': "*"')),
  );
}
