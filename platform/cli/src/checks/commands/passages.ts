/** Words of a page. */
export interface Passage {
  readonly text: string;
  /** Where in the page it is. */
  readonly at: number;
}

/** What a pattern finds in a page: its first group, or all of it. */
export const passagesIn = (page: string, pattern: RegExp): readonly Passage[] =>
  [...page.matchAll(pattern)].map(({ 0: all, 1: group = all, index }) => ({ text: group, at: index }));

/** The blocks of shell commands in a page. */
export const shellBlocksIn = (page: string): readonly Passage[] => passagesIn(page, /(?<=^```sh\n).*?(?=^```)/gms);

/** A page in which each command is on one line. It is as long as before, so places stay the same. */
const unbroken = (page: string): string => page.replaceAll('\\\n', '  ');

/** The words after each `npx site` of a page, without comments, other programs and shell syntax. */
export function siteCommandsIn(page: string): readonly Passage[] {
  const text = unbroken(page).replaceAll(/\$\([^)]*\)/g, (value) => 'V'.repeat(value.length));
  return passagesIn(text, /npx site\s+([a-z][^`\n]*?)(?=`|$|\s#|\s*[;&|>]+\s|\)\.?$)/gm);
}

/** The commands in a page's blocks of shell commands, and what its sentences quote, such as an option alone. */
export function fragmentsIn(page: string): readonly Passage[] {
  const code = passagesIn(unbroken(page), /^```.*?^```|`[^`]+`/gms);
  const ofShell = code.filter(({ text }) => !/^```(?!sh\n)/.test(text));
  return ofShell.flatMap(({ text, at }) =>
    passagesIn(text, /[^`\n]+/g).flatMap((line) =>
      line.text
        .replace(/\s#.*$/, '')
        .split(/&&|[;|]\s/)
        .map((command) => ({ text: command.replace(/^.*?(?=np[mx] )/, '').trim(), at: at + line.at })),
    ),
  );
}
