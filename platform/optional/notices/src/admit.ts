import { randomUUID } from 'node:crypto';
import { noticeLimits } from './limits.ts';
import type { Notice } from './Notice.ts';
import type { NoticeRecord } from './Record.ts';

const { window, all, perApp } = noticeLimits.flood;

/**
 * The record with new notices: those within the limits wait for their targets, the others are counted, and one
 * notice in each window says how many there were.
 */
export function admit(
  record: NoticeRecord,
  notices: readonly Notice[],
  targets: readonly string[],
  now = Date.now(),
): NoticeRecord {
  const sent = record.sent.filter(({ at }) => at > now - window);
  const waiting = [...record.waiting];
  const held = { ...record.held };
  const hasRoom = () => sent.filter(({ app }) => app !== more).length < all && waiting.length < noticeLimits.waiting;
  const add = (notice: Notice) => {
    waiting.push({ ...notice, id: randomUUID(), at: new Date(now).toISOString(), targets: [...targets] });
    sent.push({ at: now, app: notice.app });
  };
  for (const notice of notices) {
    const ofApp = sent.filter(({ app }) => app === notice.app).length;
    if (hasRoom() && ofApp < perApp) add(notice);
    else held[notice.app] = (held[notice.app] ?? 0) + 1;
  }
  const isDue = Object.keys(held).length > 0 && sent.every(({ app }) => app !== more);
  if (isDue && waiting.length < noticeLimits.waiting) {
    add(moreNotice(held));
    return { ...record, waiting, sent, held: {} };
  }
  return { ...record, waiting, sent, held };
}

/** Stands for the app of the notice about the others. No app has this name. */
const more = '*';

/** How many apps it names. */
const named = 10;

function moreNotice(held: Readonly<Record<string, number>>): Notice {
  const apps = Object.entries(held).toSorted(([, one], [, other]) => other - one);
  const count = apps.reduce((sum, [, ofApp]) => sum + ofApp, 0);
  const list = apps.slice(0, named).map(([app, ofApp]) => `${app} (${ofApp})`);
  const values = { count: String(count), apps: list.join(', '), command: 'npx site list' };
  return { kind: 'more', app: more, values };
}
