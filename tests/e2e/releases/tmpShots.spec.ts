import { Host } from '@site/testkit/host/Host.ts';
import { programEnvironment } from '@site/testkit/site/program.ts';
import { comeIn, test } from './controlRoomTest.ts';
test.use({ locale: 'en-GB' });
test('shots', async ({ page, room }) => {
  const run = async (...w: string[]) => await Host.get().run([...w, '--key', room.keyFile], { ...programEnvironment, RELEASES: room.store.location });
  await room.publish();
  await comeIn(page, room);
  const shot = async (name: string) => {
    for (const width of [1440, 390]) for (const colorScheme of ['light', 'dark'] as const) {
      if (width === 1440 && colorScheme === 'dark') continue;
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `/tmp/w/freeze-shots/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  };
  const paste = async (t: string) => {
    await page.goto(`${room.origin}/en/policy`);
    await page.locator('textarea').fill(t);
    await page.getByRole('button', { name: 'Look at it' }).click();
  };
  await paste(JSON.stringify({ remote: 'events', prefixes: { fr: ['evenements'], es: ['eventos'] } }, null, 2)); await shot('request');
  await paste(JSON.stringify({ remote: 'events', prefixes: { fr: ['prix'] } }, null, 2)); await shot('conflict');
  await page.goto(`${room.origin}/en/policy/agree/blog/${room.hostile}`); await shot('agree');
  await page.goto(`${room.origin}/en/freeze?reason=Black+Friday`); await shot('freeze');
  await run('freeze', 'Black', 'Friday');
  await page.goto(`${room.origin}/en/map`); await shot('map');
  await page.goto(`${room.origin}/en`); await shot('live');
});
