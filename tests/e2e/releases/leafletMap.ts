import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { findEngine } from '../engines/startEngine.ts';

/** A text that would run in five ways, if a browser made markup of it as written. */
const hostile = [
  '<b id="read">Hall</b>',
  '<img src="/nothing.png" onerror="window.ran = 1">',
  '<svg onload="window.ran = 2"></svg>',
  '<iframe srcdoc="<script>parent.ran = 3</script>"></iframe>',
  '<a id="lead" href="javascript:window.ran = 4">lead</a>',
  '<script>window.ran = 5</script>',
].join('');

/** A team's map of its hall, with leaflet as published: a picture of the release, two places with texts, buttons. */
const component = `import L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { useEffect, useRef } from 'react';
import styles from './EventsMap.module.css';
import './map.css';
import plan from './plan.png';

const hostile = [${hostile.split(/(?<=>)/).map((part) => JSON.stringify(part))}].join('');

const tagged = (tag: string, text: string) => \`<\${tag}>\${text}</\${tag}>\`;
const place = (name: string) => L.divIcon({ html: tagged('b', name), className: styles.place, iconSize: [64, 24] });

export default function EventsMap() {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!element.current) return;
    const map = L.map(element.current, { crs: L.CRS.Simple, zoomAnimation: false, fadeAnimation: false });
    map.setView([50, 100], 1);
    L.imageOverlay(plan.src, [[0, 0], [100, 200]], { attribution: \`Plan: \${tagged('i', 'Ada')}\` }).addTo(map);
    L.control.scale().addTo(map);
    L.control.layers({}, { Grid: L.layerGroup() }, { collapsed: false }).addTo(map);
    L.marker([70, 50], { icon: place('Stage') }).bindPopup(tagged('em', 'Talks')).addTo(map);
    L.marker([40, 150], { icon: place('Hall') }).bindPopup(hostile).addTo(map);
    return () => {
      map.remove();
    };
  }, []);
  return <div ref={element} className={styles.map} data-map="" />;
}
`;

const styles = `.map {
  inline-size: 100%;
  block-size: 320px;
}

.place {
  background: var(--color-surface);
  color: var(--color-text);
  text-align: center;
}
`;

/** The site takes the browser's look from inputs. */
const boxes = `.leaflet-control-layers-selector {
  appearance: auto;
}
`;

/** What to install for it. */
export const mapPackages = ['leaflet@1.9.4', '@types/leaflet@1'];

/** The files of the component, beside the page that shows it. */
export const mapFiles = async (): Promise<Readonly<Record<string, string | Uint8Array>>> => ({
  'EventsMap.tsx': component,
  'EventsMap.module.css': styles,
  'map.css': boxes,
  'plan.png': await plan(),
});

/** A hall with a stage. */
const plan = () =>
  sharp({ create: { width: 800, height: 400, channels: 3, background: '#e8e0d0' } })
    .composite([
      { input: Buffer.from('<svg width="240" height="120"><rect width="240" height="120" fill="#4a7c59"/></svg>') },
    ])
    .png()
    .toBuffer();

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
export async function tryMapIn(name: 'firefox' | 'webkit', address: string): Promise<void> {
  const { origin, pathname } = new URL(address);
  const start = await findEngine(name);
  if (!start) return console.error(`${name} is not on this machine: nobody has tried the map in it.`);
  const { visitor, close } = await start({ origin });
  try {
    await visitor.resize(1280, 900);
    await visitor.visit(pathname);
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
  } finally {
    await close();
  }
}
