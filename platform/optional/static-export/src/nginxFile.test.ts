import { expect, test } from '@rstest/core';
import { nginxFile } from './nginxFile.ts';

test('nginx gets each rule of the other hosts: headers, moved addresses with their parameters, and 404 pages', () => {
  const headers = '/*\n  x-frame-options: DENY\n\n/fr/atom.xml\n  content-type: application/atom+xml\n  x-own: 1\n';
  const redirects = [
    '/fr/actualit%C3%A9s/:slug /fr/blog/:slug 301',
    '/fr/prix/ /fr/prix 301',
    '/fr/* /fr/404.html 404',
    '/* /404.html 404',
  ];
  const file = nginxFile(headers, redirects.join('\n'));
  expect(file).toContain(`location = "/fr/atom.xml" {
  add_header x-frame-options "DENY" always;
  add_header x-own "1" always;
  types {}
  default_type "application/atom+xml";
  try_files $uri =404;
}`);
  expect(file).toContain('location ~ "^/fr/actualités/(?<slug>[^/]+)$" {\n  return 301 "/fr/blog/$slug";\n}');
  expect(file).toContain('location = "/fr/prix/" {\n  return 301 "/fr/prix";\n}');
  expect(file).toContain(
    'location /fr/ {\n  add_header x-frame-options "DENY" always;\n  error_page 404 "/fr/404.html";',
  );
  expect(file).toContain('location / {\n  add_header x-frame-options "DENY" always;\n  error_page 404 "/404.html";');
});

test.each([
  ['an address', '/*', '/fr/"{} /fr/prix 301'],
  ['where it leads', '/*', '/fr/alt /fr/$host;} 301'],
  ['a header', '/*\n  x-a: "; root /;', '/* /404.html 404'],
])('%s never becomes a directive of nginx', (_, headers, redirects) => {
  expect(() => nginxFile(headers, redirects)).toThrow(/can’t be in nginx’s configuration/);
});

test('a policy that is longer than a text of nginx may be is put together', () => {
  const policy = "'sha256-x' ".repeat(500).trim();
  const file = nginxFile(`/*\n  content-security-policy: ${policy}`, '/* /404.html 404');
  const texts = [...file.matchAll(/^set \$\w+ "(.*)";$/gm)].map(([, text = '']) => text);
  expect(texts.join('')).toBe(policy);
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(4_000);
  expect(file).toMatch(
    /add_header content-security-policy "\$site_content_security_policy_0\$site_content_security_policy_1\$/,
  );
});
