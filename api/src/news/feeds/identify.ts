import type { Language } from '@site/shared/i18n/languages.ts';
import type { NewsDraft } from './draft.ts';
import { feedUid, furtherUid, type Origin } from './origin.ts';

/** A draft that is known under a uid. */
export interface IdentifiedDraft extends NewsDraft {
  readonly uid: string;
  /** Its uid in versions of this program that didn't tell feeds apart. Undefined if several items share it. */
  readonly earlierUid: string | undefined;
}

/** A draft that says what another one of its feed says. */
interface RepeatedDraft extends NewsDraft {
  readonly of: number;
}

/**
 * Sets aside drafts that are repeated: the same id, link, title and date. Of an Atom entry's versions, the newest stays.
 *
 * @param drafts - newest first
 */
export function withoutRepeated<Kind extends NewsDraft>(
  drafts: readonly Kind[],
): { once: Kind[]; repeated: RepeatedDraft[] } {
  const first = new Map<string, Kind>();
  const repeated: RepeatedDraft[] = [];
  for (const draft of drafts) {
    const content = JSON.stringify([draft.key, ...draft.furtherKeys]);
    const before = first.get(content);
    if (before) repeated.push({ ...draft, of: before.position });
    else first.set(content, draft);
  }
  return { once: [...first.values()], repeated };
}

/**
 * Gives each of a feed's items a uid of its own. It depends on the item's id or link alone, unless other items in the feed have
 * the same, or were stored with it: then also on the link, the title and the date, as far as needed.
 */
export function identify(
  drafts: readonly NewsDraft[],
  language: Language,
  origin: Origin,
  isShared: (uid: string) => boolean,
): IdentifiedDraft[] {
  const tellApart = (uid: string, group: readonly NewsDraft[], depth: number): IdentifiedDraft[] => {
    const isAlone = group.length === 1 && !isShared(uid);
    return [...Map.groupBy(group, ({ furtherKeys }) => (isAlone ? undefined : furtherKeys[depth]))].flatMap(
      ([key, same]) =>
        key === undefined
          ? same.map((draft) => ({ ...draft, uid, earlierUid: depth === 0 ? feedUid(language, draft.key) : undefined }))
          : tellApart(furtherUid(uid, key), same, depth + 1),
    );
  };
  return [...Map.groupBy(drafts, ({ key }) => key)].flatMap(([key, group]) =>
    tellApart(feedUid(language, key, origin), group, 0),
  );
}
