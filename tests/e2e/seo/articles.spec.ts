import { addresses, languages } from '@site/testkit/site/addresses.ts';
import { ask } from '@site/testkit/site/http.ts';
import { news } from '@site/testkit/site/texts.ts';
import { canonicalOf, metaOf, versionsOf } from '../support/head.ts';
import { expect, test } from '../support/serverTest.ts';

test('search engines list an article at its source, not its redirect page', async ({ site }) => {
  for (const language of languages) {
    const { status, body } = await ask(site, addresses[language].article);
    expect(status).toBe(200);
    expect(metaOf(body, 'robots')).toEqual(['noindex']);
    expect(canonicalOf(body)).toBe(news[language][0].link);
    expect(metaOf(body, 'og:url')).toEqual([site.origin + addresses[language].article]);
    expect(versionsOf(body)).toEqual({});
  }
});
