import { expect } from '@playwright/test';
import { weighed } from '../../speed/documentParts.ts';
import { budgets, bytesOf, firstViewOf, heaviest, type SentFile } from '../../speed/firstView.ts';
import type { Visited } from './Visited.ts';

/** The part that a script belongs to, by its file name; the page's by default. */
function partOf({ path }: SentFile): keyof typeof budgets.scriptParts {
  const part = (['painted', 'vendor', 'shell'] as const).find((name) => path.includes(`/${name}.`));
  if (part) return part;
  return path.endsWith('/remote.js') ? 'container' : 'page';
}

/** Blocking elements are those that browsers await before the first paint. */
export async function isWithinBudgets({ site, kind, path, answer: { body } }: Visited): Promise<void> {
  const { document, scripts, fonts, pictures, styleBytes, blocking } = await firstViewOf(site, path, body);
  expect(blocking, 'awaited before the first paint').toEqual([]);
  const allowed = kind === 'home' ? budgets.homeDocument : budgets.document;
  const parts = document.bytes > allowed ? weighed(body) : '';
  expect(document.bytes, `the document; without each part it would lose:\n${parts}`).toBeLessThanOrEqual(allowed);
  expect(styleBytes, 'the styles in the document').toBeLessThanOrEqual(budgets.styles);
  for (const part of Object.keys(budgets.scriptParts) as (keyof typeof budgets.scriptParts)[]) {
    const files = scripts.filter((script) => partOf(script) === part);
    expect(bytesOf(files), `scripts of ${part}:\n${heaviest(files)}`).toBeLessThanOrEqual(budgets.scriptParts[part]);
  }
  expect(bytesOf(scripts), `all scripts:\n${heaviest(scripts)}`).toBeLessThanOrEqual(budgets.scripts);
  expect(bytesOf(fonts), `fonts:\n${heaviest(fonts)}`).toBeLessThanOrEqual(budgets.fonts);
  const files = [document, ...scripts, ...fonts, ...pictures.eager];
  expect(files.length, `requests:\n${heaviest(files)}`).toBeLessThanOrEqual(budgets.requests);
  expect(scripts.length, 'scripts are named by the document').toBeGreaterThan(kind === 'missing' ? 1 : 2);
  expect(fonts.length, 'fonts are named by the document').toBeGreaterThan(0);
  if (kind !== 'home') return;
  const whole = [...files, ...pictures.lazy];
  expect(bytesOf(whole), `with lazy pictures:\n${heaviest(whole)}`).toBeLessThanOrEqual(budgets.wholeHome);
}
