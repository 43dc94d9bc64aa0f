import { addresses, everyAddress } from '@site/testkit/site/addresses.ts';
import { type Answer, ask } from '@site/testkit/site/http.ts';
import { expect, test } from '../support/serverTest.ts';
import { expectSecurityHeaders } from './expectSecurityHeaders.ts';
import { observatoryScore } from './observatory.ts';

const overHttps = { 'x-forwarded-proto': 'https' };

/** The directives of a page's policy. */
const policyOf = ({ headers }: Pick<Answer, 'headers'>): Map<string, string> =>
  new Map(
    (headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );

test('every page has the security headers that protect its visitors', async ({ site }) => {
  const others = ['/', `${addresses.en.team}?boundaries`, `${addresses.fr.blog}?preview=blog@none`];
  for (const path of [...everyAddress.map((address) => address.path), ...others]) {
    const answer = await ask(site, path);
    expectSecurityHeaders(answer.headers, path);
    const policy = policyOf(answer);
    expect(policy.get('require-trusted-types-for'), path).toBe("'script'");
    expect(policy.get('trusted-types'), path).toBe("'none'");
    expect(policy.get('script-src'), path).toMatch(/^'self'( 'sha256-[\w+/]{43}=')+$/);
    expect(answer.headers.get('integrity-policy'), path).toBe('blocked-destinations=(script)');
  }
});

test('the site sends HSTS only over HTTPS, or when its public origin is HTTPS', async ({ site, startOwnSite }) => {
  const transport = async (from: typeof site, path: string, headers = {}) =>
    (await ask(from, path, { headers })).headers.get('strict-transport-security');
  const secure = await startOwnSite({ environment: { SITE_ORIGIN: 'https://www.example.com' } });
  const kept = 'max-age=63072000';
  for (const path of ['/', addresses.en.home, addresses.en.notFound, '/robots.txt', '/api/v1/blog/en']) {
    expect(await transport(site, path), path).toBeNull();
    expect(await transport(site, path, overHttps), path).toBe(kept);
    expect(await transport(secure, path), path).toBe(kept);
    expect(await transport(secure, path), `${path} from memory`).toBe(kept);
  }
});

test("MDN's HTTP Observatory gives the pages an A+", async ({ site }) => {
  for (const path of ['/', addresses.en.home, addresses.en.contact, addresses.en.notFound]) {
    const score = observatoryScore(await ask(site, path, { headers: overHttps }));
    expect(score, path).toBe(140);
  }
});
