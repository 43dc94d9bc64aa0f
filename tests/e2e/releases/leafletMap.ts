import { expect, type Page } from '@playwright/test';
import type { Visitor } from '../engines/Visitor.ts';

/** Runs in the page: what a visitor sees of the map, and what has run of the hostile text. */
export function seen() {
  const text = (selector: string) => document.querySelector(selector)?.textContent.trim();
  const picture = document.querySelector<HTMLImageElement>('.leaflet-image-layer');
  const box = document.querySelector('.leaflet-control-layers-selector');
  return {
    attribution: text('.leaflet-control-attribution'),
    flags: document.querySelectorAll('.leaflet-control-attribution svg path').length,
    places: [...document.querySelectorAll('.leaflet-marker-icon b')].map(({ textContent }) => textContent),
    layers: text('.leaflet-control-layers'),
    box: box && getComputedStyle(box).appearance,
    zoomIn: text('.leaflet-control-zoom-in span'),
    width: picture?.complete ? picture.getBoundingClientRect().width : 0,
  };
}

/** What they see at first, in each browser that cleans markup. */
export const wholeMap = {
  attribution: 'Leaflet | Plan: Ada',
  flags: 3,
  places: ['Stage', 'Hall'],
  layers: 'Grid',
  box: 'auto',
  zoomIn: '+',
  width: 400,
};

/** Runs in the page: what is left of the hostile text in an open popup, and the number of the part that has run. */
export function leftOfHostile() {
  const popup = document.querySelector('.leaflet-popup-content');
  return {
    text: popup?.querySelector('#read')?.textContent,
    address: popup?.querySelector('#lead')?.getAttribute('href'),
    elements: [...(popup?.querySelectorAll('*') ?? [])].map(({ localName }) => localName),
    handlers: popup?.querySelectorAll('[onerror], [onload]').length,
    ran: Reflect.get(window, 'ran'),
  };
}

/** What is left in each browser. */
export const harmless = {
  text: 'Hall',
  address: null,
  elements: ['b', 'img', 'svg', 'a'],
  handlers: 0,
  ran: undefined,
};

/** Opens the popup of a place. */
export const openPlace = (tab: Page, name: string): Promise<void> =>
  tab.locator('.leaflet-marker-icon', { hasText: name }).click();

/** The map in Firefox or WebKit: where the browser cleans no markup, the fallback stays, and the console says why. */
export async function tryMap(visitor: Visitor): Promise<void> {
  await visitor.visit('/en/events/plan');
  const complaints: string[] = [];
  if (await visitor.evaluate(() => 'setHTML' in Element.prototype)) {
    await visitor.until(async () => (await visitor.evaluate(seen)).width > 0, 'the map is there');
    expect(await visitor.evaluate(seen)).toEqual(wholeMap);
    expect(await visitor.complaints()).toEqual([]);
    await visitor.press('.leaflet-marker-icon', 'Hall');
    await visitor.until(async () => (await visitor.count('.leaflet-popup-content')) === 1, 'the popup is there');
    expect(await visitor.evaluate(leftOfHostile)).toEqual(harmless);
  } else {
    const isRefused = async () => complaints.push(...(await visitor.complaints())) > 0;
    await visitor.until(isRefused, 'the console says why');
    expect(complaints.join('\n')).toContain('SITE-PAGE A component for browsers can’t be loaded');
    expect(await visitor.count('[data-fallback]')).toBe(1);
  }
}
