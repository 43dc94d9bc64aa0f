/** Acts in the control room: signed in a browser with a person's own key, which stays there. */
import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test as base, expect, type Page } from '@playwright/test';
import { pointerOf } from '@site/releases/pointer.ts';
import { axeViolations, smallTargets } from '../accessible/axeViolations.ts';
import { attack, comeIn, hostileManifest, inContext, openRoom, type Room } from './controlRoomTest.ts';

const test = base.extend<{ readonly room: Room }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
  room: async ({}, use) => {
    const room = await openRoom();
    await use(room);
    await room.close();
  },
});

test.use({ locale: 'en-GB' });

const pointer = async ({ store }: Room) => await store.read(pointerOf('blog'));

const outcome = (page: Page) => page.locator('#outcome');

/** Signs what the page proposes with a button, and waits for what became of it. */
async function sign(page: Page, name: string | RegExp, becomes: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).click();
  await expect(outcome(page)).toContainText(becomes);
}

test('somebody promotes a version with the file of their key, which never leaves the browser', async ({
  page,
  room,
}) => {
  const version = await room.publish();
  await comeIn(page, room);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  await page.goto(`${room.origin}/en/apps/blog/${version}`);
  await page.getByRole('link', { name: 'Promote' }).click();
  await expect(page.getByRole('region', { name: 'What changes' })).toContainText(
    `This ends the rollout of ${room.hostile}`,
  );
  expect(await pointer(room), 'looking at it changes nothing').toMatchObject({ candidate: { version: room.hostile } });
  await page.getByLabel('The file of your key').setInputFiles(room.keyFile);
  const signed = page.locator('#signed');
  await expect(signed).toContainText(version);
  await expect(signed).toContainText('local');
  await signed.getByText('Every byte of it').click();
  await expect(signed.locator('pre')).toContainText(`"version":"${version}"`);
  await sign(page, 'Promote', `${version} is live.`);
  await expect(outcome(page)).toBeFocused();
  expect(await pointer(room)).toMatchObject({ version });
  const secret = (await readFile(room.keyFile, 'utf8')).split('\n')[1] ?? '';
  const bytes = Buffer.from(secret, 'base64').subarray(-32);
  for (const text of [secret, bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex')])
    expect(sent.join('\n')).not.toContain(text.slice(0, 42));
  expect(sent.filter((request) => !request.startsWith(room.origin))).toEqual([]);
  expect(complaints).toEqual([]);
  await outcome(page).getByRole('link', { name: 'To blog' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('blog');
});

test('a kept key signs a rollout, its end, the way back to any release, and a discard, until it is forgotten', async ({
  page,
  room,
}) => {
  const [first, second, third] = [await room.publish(), await room.publish(), await room.publish()] as const;
  const live = (await pointer(room))?.version;
  await comeIn(page, room);
  await page.goto(`${room.origin}/en/apps/blog/${first}/promote`);
  await page.getByLabel('The file of your key').setInputFiles(room.keyFile);
  await page.getByLabel('Keep the key in this browser').check();
  await sign(page, 'Promote', `${first} is live.`);

  await page.goto(`${room.origin}/en/apps/blog/${second}`);
  await page.getByRole('link', { name: 'Show it to 10% of visitors' }).click();
  await expect(page.getByText('This browser keeps the key local')).toBeVisible();
  await sign(page, 'Show it to 10% of visitors', `${second} goes to 10% of visitors.`);
  await page.goto(`${room.origin}/en/apps/blog`);
  await page.getByLabel('Another share of visitors, in percent').fill('33');
  await page.getByRole('button', { name: 'Look at it' }).click();
  await sign(page, 'Show it to 33% of visitors', `${second} goes to 33% of visitors.`);
  expect(await pointer(room)).toMatchObject({ version: first, candidate: { version: second, share: 33 } });
  await page.goto(`${room.origin}/en/apps/blog`);
  await page.getByRole('link', { name: 'End the rollout' }).click();
  await sign(page, 'End the rollout', `${first} is live.`);
  expect(await pointer(room)).not.toHaveProperty('candidate');

  await page.goto(`${room.origin}/en/apps/blog/${second}/promote`);
  await sign(page, 'Promote', `${second} is live.`);
  await page.goto(`${room.origin}/en/apps/blog/${live}`);
  await page.getByRole('link', { name: `Back to ${live}` }).click();
  await sign(page, `Back to ${live}`, `${live} is live.`);
  expect(await pointer(room)).toMatchObject({ version: live, previous: [{ isGivenUp: true }, { isGivenUp: true }] });

  await page.goto(`${room.origin}/en/apps/blog/${third}`);
  await page.getByRole('link', { name: 'Discard' }).click();
  await sign(page, 'Discard', `${third} is gone.`);
  expect(await room.store.has('blog', third)).toBe(false);

  const kept = await page.evaluate(async () => {
    const opening = indexedDB.open('control-room', 1);
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const asked = opening.result.transaction('keys').objectStore('keys').get('key');
    await new Promise((resolve) => asked.addEventListener('success', resolve));
    const { private: key } = asked.result as { private: CryptoKey };
    const copied = await crypto.subtle.exportKey('pkcs8', key).catch(({ name }: Error) => name);
    return { isExtractable: key.extractable, copied };
  });
  expect(kept, 'nobody can copy it').toEqual({ isExtractable: false, copied: 'InvalidAccessError' });
  await page.goto(`${room.origin}/en/apps/blog/${first}/promote`);
  await page.getByRole('button', { name: 'Forget it' }).click();
  await expect(page.getByLabel('The file of your key')).toBeFocused();
  await page.reload();
  await expect(page.getByLabel('The file of your key')).toBeVisible();
});

test('of two people at once the second one is told, and nothing changes', async ({ browser, room }) => {
  const [mine, theirs] = [await room.publish(), await room.publish()] as const;
  const withKey = async (page: Page, version: string) => {
    await comeIn(page, room);
    await page.goto(`${room.origin}/en/apps/blog/${version}/promote`);
    await page.getByLabel('The file of your key').setInputFiles(room.keyFile);
    await expect(page.locator('#signed')).toBeVisible();
  };
  const enter = () => browser.newContext({ locale: 'en-GB' });
  await inContext(enter, async (one) => {
    await inContext(enter, async (other) => {
      await withKey(one, mine);
      await withKey(other, theirs);
      await sign(other, 'Promote', `${theirs} is live.`);
      await sign(one, 'Promote', 'Somebody was faster');
      await expect(outcome(one)).toContainText(`blog@${theirs} went live meanwhile`);
      expect(await pointer(room)).toMatchObject({ version: theirs });
      await one.reload();
      await one.getByLabel('The file of your key').setInputFiles(room.keyFile);
      await sign(one, 'Promote', `${mine} is live.`);
    });
  });
});

test('all of it takes a keyboard and nothing else', async ({ page, room }) => {
  const version = await room.publish();
  const reach = async (name: string) => {
    const focused = page.locator(':focus');
    for (let pressed = 0; pressed < 60; pressed += 1) {
      await page.keyboard.press('Tab');
      const text = await focused
        .evaluate((element) => element.getAttribute('id') ?? element.textContent)
        .catch(() => '');
      if (text?.trim() === name) return;
    }
    throw new Error(`The keyboard doesn’t reach “${name}” on ${page.url()}.`);
  };
  await comeIn(page, room);
  await page.goto(`${room.origin}/en/apps/blog/${version}`);
  await reach('Promote');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Promote');
  await reach('key-file');
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(room.keyFile);
  await expect(page.locator('#signed')).toBeVisible();
  await reach('Promote');
  await page.keyboard.press('Enter');
  await expect(outcome(page)).toContainText(`${version} is live.`);
  await expect(outcome(page)).toBeFocused();
});

const pem = { format: 'pem', type: 'pkcs8' } as const;
const another = generateKeyPairSync('ed25519');

test('a wrong file loses nothing: the page says what is wrong with it, and takes the right one', async ({
  page,
  room,
}) => {
  const version = await room.publish();
  await comeIn(page, room);
  await page.goto(`${room.origin}/en/apps/blog/${version}/promote`);
  const choose = async (text: string | Buffer) =>
    await page
      .getByLabel('The file of your key')
      .setInputFiles({ name: 'a.key', mimeType: 'text/plain', buffer: Buffer.from(text) });
  for (const [file, reason] of [
    [another.privateKey.export({ ...pem, cipher: 'aes-256-cbc', passphrase: 'x' }), 'has a passphrase'],
    [another.publicKey.export({ format: 'pem', type: 'spki' }), 'This is a public key'],
    [generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export(pem), 'no ed25519 key'],
    [attack, 'no ed25519 key'],
    [Buffer.alloc(20_000_000, 'x'), 'no ed25519 key'],
  ] as const) {
    await choose(file);
    await expect(outcome(page)).toContainText(reason);
    await expect(page.locator('#signed')).toBeHidden();
  }
  await choose(another.privateKey.export(pem));
  await sign(page, 'Promote', 'The site doesn’t trust this key');
  await page.getByLabel('The file of your key').setInputFiles(room.keyFile);
  await sign(page, 'Promote', `${version} is live.`);
});

test('where a browser can’t sign, or runs no scripts, the page can be read and says which command does it', async ({
  browser,
  room,
}) => {
  const version = await room.publish();
  const command = `npx site promote blog ${version}`;
  await inContext(
    () => browser.newContext({ locale: 'en-GB', javaScriptEnabled: false }),
    async (page) => {
      await comeIn(page, room);
      await page.goto(`${room.origin}/en/apps/blog/${version}/promote`);
      await expect(page.getByRole('main')).toContainText(command);
      await expect(page.locator('#signing')).toBeHidden();
    },
  );
  await inContext(
    () => browser.newContext({ locale: 'en-GB' }),
    async (page) => {
      await page.addInitScript(() => {
        const refuse = () => Promise.reject(new DOMException('', 'NotSupportedError'));
        Reflect.set(crypto.subtle, 'generateKey', refuse);
      });
      await comeIn(page, room);
      await page.goto(`${room.origin}/en/apps/blog/${version}/promote`);
      await expect(outcome(page)).toContainText('This browser can’t sign with ed25519 keys');
      await expect(page.getByRole('main')).toContainText(command);
      await expect(page.locator('#signing')).toBeHidden();
    },
  );
});

test('hostile words stay words where something is signed, and no script but the room’s own could run or send', async ({
  page,
  room,
}) => {
  const version = await room.publish(await hostileManifest(room.store.location));
  await comeIn(page, room);
  for (const path of [`${version}/promote`, `${version}/discard`, `${room.hostile}/share?share=40`, 'end-rollout']) {
    await page.goto(`${room.origin}/en/apps/blog/${path}`);
    const inside = page.locator('img, iframe, object, base, form[action*="evil"], [onerror], style, [style]');
    expect(await inside.count(), path).toBe(0);
    expect(await page.locator('script').count(), path).toBe(await page.locator('#signing').count());
    expect(await page.evaluate(() => Reflect.has(window, 'pwned')), path).toBe(false);
  }
  await expect(page.locator('script'), 'the end of a rollout is signed').toHaveCount(1);
  const tried = await page.evaluate(async () => {
    const violations: string[] = [];
    Reflect.set(window, 'violations', violations);
    document.addEventListener('securitypolicyviolation', (event) => violations.push(event.effectiveDirective));
    const refused = (run: () => unknown) => {
      try {
        run();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    };
    const markup = refused(() => {
      document.body.innerHTML += '<img src=x onerror="pwned=1">';
    });
    const policy = refused(() => Reflect.get(window, 'trustedTypes').createPolicy('evil', {}));
    const inline = document.createElement('script');
    const address = refused(() => {
      inline.src = '/files/mark.svg';
    });
    inline.append('window.pwned=1');
    document.body.append(inline);
    const sent = await fetch('https://evil.example/').then(
      () => 'done',
      () => 'refused',
    );
    return { markup, policy, address, sent, isPwned: Reflect.has(window, 'pwned') };
  });
  expect(tried).toMatchObject({
    markup: 'TypeError',
    policy: 'TypeError',
    address: 'TypeError',
    sent: 'refused',
    isPwned: false,
  });
  const violations = () => page.evaluate((): string[] => Reflect.get(window, 'violations'));
  await expect.poll(violations).toEqual(expect.arrayContaining(['connect-src', 'require-trusted-types-for']));
});

test('everybody can sign, light and dark, wide and narrow', async ({ browser, room }) => {
  const version = await room.publish();
  await inContext(
    () => browser.newContext({ locale: 'en-GB' }),
    async (page) => {
      await comeIn(page, room);
      for (const path of [`${version}/promote`, 'end-rollout', `${version}/discard`, version, '']) {
        await page.goto(`${room.origin}/fr/apps/blog/${path}`.replace(/\/$/, ''));
        const file = page.locator('#key-file');
        if ((await file.count()) > 0) await file.setInputFiles(room.keyFile);
        expect(await axeViolations(page, { name: path }, 'all'), path).toEqual([]);
        for (const width of [1440, 390]) {
          await page.setViewportSize({ width, height: 900 });
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme });
            expect(
              await axeViolations(page, { name: path }, 'of appearance'),
              `${path} ${width} ${colorScheme}`,
            ).toEqual([]);
          }
          expect(await smallTargets(page), `${path} ${width}`).toEqual([]);
          const beside = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          expect(beside, `${path} ${width}`).toBeLessThanOrEqual(0);
        }
      }
    },
  );
});
