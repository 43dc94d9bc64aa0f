import type { NewsRow } from '@site/api/database/schema.ts';
import { importNews } from '@site/api/news/importNews.ts';
import type { ImportedItem } from '@site/api/news/save.ts';
import { isOwnName } from '@site/api/news/sources/publicAddress.ts';
import { isOwnMachine } from '@site/releases/signing/audience.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { roomLimits } from '../limits.ts';
import type { RoomParts } from '../RoomParts.ts';
import type { Desk, DeskAnswer, DeskRequest } from './Desk.ts';
import { digestOf } from './digest.ts';
import { languageIn } from './newsDesk.ts';
import { importPage, previewPage } from './pages/importPages.ts';

/** News from a feed: first what would change, then what was chosen of it. */
export function importDesk({ show, act }: Desk, { settings }: Pick<RoomParts, 'settings'>): void {
  // Whoever opens the room on its own machine could ask the network without it.
  const isForThisMachine = settings.CONTROL_ROOM_ORIGIN === undefined && isOwnMachine(`http://${settings.HOST}`);

  show('/news/import', async (asked) => importPage(asked));

  act('/news/preview', (asked) =>
    withFeed(asked, isForThisMachine && asked.isNear, async (feed) =>
      previewPage(asked, { ...feed, items: await read(asked, feed) }),
    ),
  );

  act('/news/import', (asked) =>
    withFeed(asked, isForThisMachine && asked.isNear, async (feed) => {
      const to = `/news?language=${feed.language}`;
      const wanted = new Set(asked.form.getAll('take'));
      if (wanted.size === 0) return { to, done: 'nothingChosen' };
      const found = new Set<string>();
      const items = await read(asked, feed, (item) => {
        const digest = digestOf(item);
        if (wanted.has(digest)) found.add(digest);
        return wanted.has(digest);
      });
      const count = (outcome: ImportedItem['outcome']) => items.filter((item) => item.outcome === outcome).length;
      const counts = { added: count('added'), updated: count('updated'), left: wanted.size - found.size };
      asked.note('news imported', counts.added + counts.updated);
      return { to, done: counts.left > 0 ? 'importedLess' : 'imported', counts };
    }),
  );
}

/** A feed that a form names. */
interface NamedFeed {
  readonly address: string;
  readonly language: NewsRow['language'];
}

/** Reads a feed: what would change, or, of what is wanted, what has. */
const read = async (
  { database }: DeskRequest,
  { address, language }: NamedFeed,
  isWanted?: (item: NewsRow) => boolean,
): Promise<readonly ImportedItem[]> =>
  await importNews(await database(), address, {
    language,
    today: new Date().toISOString().slice(0, 10),
    isDryRun: isWanted === undefined,
    isWanted,
  });

/** Answers about the feed of a form; where it can't be read, says why. */
async function withFeed(
  asked: DeskRequest,
  isLocal: boolean,
  make: (feed: NamedFeed) => Promise<DeskAnswer>,
): Promise<DeskAnswer> {
  const address = (asked.form.get('address') ?? '').trim().slice(0, roomLimits.desk.feed);
  const feed = { address, language: languageIn(asked.form.get('language'), asked) };
  const refuse = (problem: 'wrong' | 'own' | OperatorError): DeskAnswer => ({
    page: importPage(asked, feed, problem),
    status: 422,
  });
  const url = URL.parse(address);
  // A command also reads files; here, that would be any file of the server.
  if (!url || !/^https?:\/\//i.test(address)) return refuse('wrong');
  if (isOwnName(url) && !isLocal) return refuse('own');
  try {
    return await make(feed);
  } catch (error) {
    if (error instanceof OperatorError && error.code.startsWith('NEWS-')) return refuse(error);
    throw error;
  }
}
