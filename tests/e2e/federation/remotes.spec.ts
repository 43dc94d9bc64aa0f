import { releaseOf } from '../addresses/promises/release.ts';
import { expect, test } from '../support/serverTest.ts';

for (const remote of ['marketing', 'blog', 'contact']) {
  test(`the release of ${remote} lists the shared packages that it was built against`, async () => {
    const { singletons } = await releaseOf(remote);
    for (const name of ['react', 'react-router-dom', 'react-i18next', '@site/shared']) {
      expect(singletons[name], name).toMatch(/^\^\d+\.\d+\.\d+$/);
    }
  });
}
