import type { Part, Selector, Style } from '@site/releases/reading/sheetParts.ts';
import { type CustomProperties, customProperties, withShortNames } from './customProperties.ts';

/**
 * Reduces the style sheets of a document to what its first view needs, in every window and theme: it looks the same. The whole
 * ones follow after the first paint, with what can only show later: printing, transitions, what the visitor points at or opens,
 * and layers called `later`, for drawings that may come with them.
 *
 * It takes time linear in the style sheets and in the document, whatever a release makes of them.
 *
 * @param html the body, as it is in the document
 */
export function usedStyles(read: readonly (readonly Part[])[], html: string): readonly string[] {
  const document = contentOf(html);
  const sheets = read.map((parts) => withRules(parts, document));
  const parts = sheets.flat();
  const later = new Set(animationsIn(parts).flatMap(({ name, isAtOnce }) => (isAtOnce ? [] : [name])));
  const isLater = (value: string) => words(value).some((word) => later.has(word));
  const moving = sheets.map((sheet) => withoutAnimations(sheet, isLater));
  const animations = new Set(animationNamesIn(moving.flat()));
  const moves = parts.some(isUnread) || animationsIn(parts).some(({ name }) => animations.has(name));
  const atOnce = moves ? moving : moving.map((sheet) => withoutAnimations(sheet, () => true));
  const properties = customProperties(atOnce.flat(), animations, html);
  return withShortNames(
    atOnce.map((sheet) => write(sheet, animations, properties)),
    html,
  );
}

/** What a document contains. */
interface Content {
  readonly classes: ReadonlySet<string>;
  readonly elements: ReadonlySet<string>;
  /** Their names, and each with its value, in lower case: `open`, `data-shown="false"`. */
  readonly attributes: ReadonlySet<string>;
}

function contentOf(html: string): Content {
  const shown = withoutClosed(html);
  const classes = [...shown.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '));
  const elements = [...shown.matchAll(/<([a-z][\w-]*)/gi)].map(([, name = '']) => name.toLowerCase());
  const attributes = [...shown.matchAll(/\s([\w-]+)(="[^"]*")?(?=[\s=/>])/g)].flatMap(([, name = '', value]) =>
    value === undefined ? name.toLowerCase() : [name.toLowerCase(), (name + value).toLowerCase()],
  );
  return {
    classes: new Set(classes),
    elements: new Set(['html', 'head', 'body', ...elements]),
    attributes: new Set(attributes),
  };
}

const [detailsStart, detailsEnd, summaryEnd] = ['<details', '</details>', '</summary>'];

/** HTML without what closed `<details>` hide. Splitting takes linear time, whatever HTML a release produces. */
function withoutClosed(html: string): string {
  const [before = '', ...details] = html.split(detailsStart);
  const shown = details.map((text) => {
    if (/^[^>]*\sopen\b/.test(text)) return text;
    const summary = text.indexOf(summaryEnd);
    const end = text.indexOf(detailsEnd);
    return summary < 0 || end < summary ? text : text.slice(0, summary) + text.slice(end);
  });
  return [before, ...shown].join(detailsStart);
}

/** Properties that nobody sees in the first view, or that stand beside the one without a prefix, which all browsers know. */
const later = /^(?:(?:-webkit-)?transition\b|cursor$|scroll-behavior$|view-transition-|-webkit-text-decoration-color$)/;

const laterGroups: readonly string[] = ['@media print', '@layer later'];

/** Without the rules that can't apply to the first view. */
function withRules(parts: readonly Part[], content: Content): Part[] {
  const applies = ({ classes, elements, attributes, isLater }: Selector) =>
    !isLater &&
    classes.every((name) => content.classes.has(name)) &&
    elements.every((name) => content.elements.has(name)) &&
    attributes.every((attribute) => content.attributes.has(attribute.toLowerCase()));
  return parts.flatMap((part): Part[] => {
    if (part.kind === 'group')
      return laterGroups.includes(part.head) ? [] : [{ ...part, parts: withRules(part.parts, content) }];
    if (part.kind !== 'rule') return [part];
    const selectors = part.selectors.filter(applies);
    const styles = part.styles.filter(({ name }) => !later.test(name));
    return selectors.length > 0 ? [{ ...part, selectors, styles }] : [];
  });
}

const animationsIn = (parts: readonly Part[]): Extract<Part, { kind: 'animation' }>[] =>
  parts.flatMap((part) => {
    if (part.kind === 'group') return animationsIn(part.parts);
    return part.kind === 'animation' ? [part] : [];
  });

const words = (text: string): readonly string[] => text.match(/[\w-]+/g) ?? [];

/** A part that may animate something, for all that is known. */
const isUnread = (part: Part): boolean =>
  part.kind === 'group' ? part.parts.some(isUnread) : part.kind === 'other' && part.text.includes('animation');

/** Without the animations of rules with such a value: those that begin with what is shown may start a moment later. */
function withoutAnimations(parts: readonly Part[], isLater: (value: string) => boolean): Part[] {
  return parts.map((part): Part => {
    if (part.kind === 'group') return { ...part, parts: withoutAnimations(part.parts, isLater) };
    if (part.kind !== 'rule') return part;
    const hasLater = part.styles.some(({ name, value }) => name.startsWith('animation') && isLater(value));
    return hasLater ? { ...part, styles: part.styles.filter(({ name }) => !name.startsWith('animation')) } : part;
  });
}

/** The words of declarations that may name animations. */
function animationNamesIn(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    if (part.kind === 'group') return animationNamesIn(part.parts);
    if (part.kind !== 'rule') return [];
    return part.styles.flatMap(({ name, value }) => (/animation|^--/.test(name) ? words(value) : []));
  });
}

/** The style sheet of parts, without unused animations and custom properties. */
function write(parts: readonly Part[], animations: ReadonlySet<string>, properties: CustomProperties): string {
  const writePart = (part: Part): string => {
    switch (part.kind) {
      case 'rule':
        return writeRule(part.selectors, part.styles, properties);
      case 'group':
        return writeGroup(part.head, write(part.parts, animations, properties));
      case 'animation':
        return animations.has(part.name) ? part.text : '';
      case 'property':
        return properties.isNeeded(part.name) ? part.text : '';
      case 'other':
        return part.text;
    }
  };
  return parts.map(writePart).join('');
}

function writeRule(selectors: readonly Selector[], styles: readonly Style[], properties: CustomProperties): string {
  const written = styles
    .filter(({ name }) => !name.startsWith('--') || properties.isNeeded(name))
    .map(({ name, value, isImportant }) => `${name}:${properties.write(value)}${isImportant ? '!important' : ''}`)
    .filter((style, index, all) => style !== all[index - 1]);
  return written.length > 0 ? `${selectors.map(({ text }) => text).join(',')}{${written.join(';')}}` : '';
}

/** An empty layer still has its place in the order of layers. */
const writeGroup = (head: string, content: string): string =>
  content || head.startsWith('@layer') ? `${head}{${content}}` : '';
