import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@site/bundling/project.ts';
import type { Step } from './Step.ts';

/** The files of docs/deploy/ that nginx has copies of. */
const files = ['nginx-main.conf', 'nginx.conf', 'logrotate-nginx'];

/** What to do for nginx if its files differ from those of the checkout that runs. They have the operator's names: no command copies them. */
export function nginxSteps(from: string | undefined): readonly Step[] {
  if (from === undefined) return [];
  const textIn = (checkout: string, name: string): string | undefined => {
    const file = join(checkout, 'docs/deploy', name);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
  const changed = files.filter((name) => textIn(from, name) !== textIn(root, name));
  if (changed.length === 0) return [];
  return [
    {
      what: `Once /srv/site leads here, copy ${changed.join(', ')} of docs/deploy/ to nginx again, with your names; then nginx -t && systemctl reload nginx. On the way back, do the same with the other checkout’s.`,
      commands: [],
    },
  ];
}
