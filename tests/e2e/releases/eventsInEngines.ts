import { expect } from '@playwright/test';
import type { Visitor } from '../engines/Visitor.ts';
import type { EventsApi } from './eventsApi.ts';
import { loadedFamilies, shownPicture } from './eventsPages.ts';

/** Goes to the events from another page, and sees the photograph. */
export async function seeEvents(visitor: Visitor): Promise<void> {
  await visitor.visit('/en/contact');
  await visitor.press('header a', 'Events');
  await visitor.until(async () => (await visitor.count('.rdp-day_button:not(:disabled)')) === 2);
  await visitor.until(async () => (await visitor.count('[data-countdown]')) === 1);
  await visitor.until(async () => (await visitor.evaluate(shownPicture))?.isWhole === true, 'the picture is there');
  expect(await visitor.evaluate(shownPicture)).toMatchObject({ shape: 1.5, type: expect.stringMatching(/avif|webp/) });
}

/** Chooses a day, and signs up for its event, the second time without a mistake. */
export async function chooseAndSignUp(visitor: Visitor, name: string): Promise<void> {
  await visitor.press('.rdp-day_button:not(:disabled)');
  await visitor.until(async () => (await visitor.count('main h2')) === 1);
  await visitor.press('main li a');
  await visitor.until(async () => (await visitor.path()) === '/en/events/open-house');
  await visitor.fill('#field-name', name);
  await visitor.fill('#field-email', `${name}@example.com`);
  await visitor.evaluate(() => {
    const select = document.querySelector('select') as HTMLSelectElement;
    select.value = 'talk';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await visitor.fill('#field-badge', 'a number');
  await visitor.press('form button[type="submit"]');
  const problem = (field: string) => visitor.text(`#field-${field}-error`);
  await visitor.until(async () => (await problem('badge')) === 'A member number is like AB-1234.');
  expect(await problem('agree')).toBe('Please tick this box, so that we can count on you.');
  expect(await problem('news')).toBeNull();
  await visitor.fill('#field-badge', 'AB-1234');
  await visitor.press('#field-agree');
  await visitor.press('form button[type="submit"]');
  await visitor.until(async () => (await visitor.count('#form-sent')) === 1);
}

/** Expects what somebody has signed up with. */
export async function expectSignup({ signups }: EventsApi, name: string): Promise<void> {
  const values = () => [...signups.values()].find((signup) => signup.values.name === name)?.values;
  await expect.poll(values).toMatchObject({ badge: 'AB-1234', agree: true, news: false });
}

/** Goes to a page with HTML from a CMS, and follows a link in it. */
export async function readRules(visitor: Visitor): Promise<void> {
  await visitor.visit('/en/contact');
  await visitor.press('footer a', 'Venue');
  await visitor.until(async () => (await visitor.count('main td')) === 2);
  expect(await visitor.evaluate(() => 'hacked' in window)).toBe(false);
  const showsDoor = () => {
    const door = document.querySelector<HTMLImageElement>('img[alt="A door"]');
    door?.scrollIntoView();
    return door?.naturalWidth === 300;
  };
  await visitor.until(() => visitor.evaluate(showsDoor), 'the picture of the API is there');
  await visitor.press('main p a', 'all events');
  await visitor.until(async () => (await visitor.path()) === '/en/events');
}

/** Sees the team's fonts. */
export async function seePosters(visitor: Visitor): Promise<void> {
  await visitor.visit('/en/events/venue');
  await visitor.until(async () => {
    const families = await visitor.evaluate(loadedFamilies);
    return families.includes('Poster') && families.includes('Lobster');
  }, 'the fonts are there');
}
