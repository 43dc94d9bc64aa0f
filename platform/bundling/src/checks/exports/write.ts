/** Writes the `exports` of every package as the others import it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../project.ts';
import { workspaces } from '../../bundles/workspaces.ts';
import { namedInProject, neededExports } from './exports.ts';

const named = namedInProject();

for (const workspace of workspaces) {
  const file = join(root, workspace.folder, 'package.json');
  const content = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, `${JSON.stringify({ ...content, exports: neededExports(workspace, named) }, null, 2)}\n`);
}
