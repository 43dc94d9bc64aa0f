import { apps, onlyRemote } from '../build/bundles/project.ts';

const stores = onlyRemote
  ? 'the release service at the address of RELEASES, or at --to ADDRESS'
  : 'the folder of RELEASES (.releases) or the bucket (s3://bucket/prefix), or the release service at that address, or at --to ADDRESS';

/** What the commands about releases do, for their help. */
export const releaseUsage = `npx site COMMAND [--json], where COMMAND is one of

  publish APP [--promote] [--folder FOLDER]   check, build, verify, preflight, sign and store a version; with --promote it goes live
          [--origin ADDRESS]                  browsers fetch the files from the store at this address, not from the site
          [--no-browser]                      don't hydrate the pages in a browser
  promote APP VERSION                         make a stored version the live one
          [--share N%]                        show it to a share of visitors; --share 100%, or without, to all
          [--watch]                           go on to 50 % and 100 % while it does as well as the live one, or back
          [--step MINUTES] [--views N]        how long each step takes at least (10), and how many views (100)
  rollback APP [VERSION]                      end such steps; else make an earlier version live again: the one before, or the given one
  preview REMOTE VERSION [--days N]           print a link that shows a stored version to whoever has it, for 7 days
  list                                        what is live, since when, from which commit, healthy or not, and what came before
  policy [FILE]                               print the route policy: who may have which paths and places; or set that of a file
  prune [--last N] [--days N]                 remove versions that are no longer needed (default: keep 5, and 7 days)
  keys new NAME --apps APP,APP                make a key, and print what servers need to trust it
          [--signs releases|pointers]         for one of the two; default: both
          [--file FILE] [--until DATE]        its file (default: NAME.key), and when it ends
  keys list, keys revoke NAME                 the keys that servers trust; a revoked one signs nothing new

publish, promote, rollback and policy sign with --key FILE, or with the file of RELEASE_KEY (versions) and PROMOTE_KEY (what is live), which
servers then accept for 365 days (--days N).
Apps: ${apps.join(', ')}.${onlyRemote ? ' Here its name may be left out.' : ''} The store is ${stores}.
Exit codes: 0 done, 1 refused, 2 wrong command line, 3 another process is changing what is live.`;
