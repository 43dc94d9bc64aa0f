import { expect, test } from '@rstest/core';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { homeless, owner, samplesInData } from './owner.ts';

test('an example address is listed with its line, a true one is not', () => {
  const site = "export const brand = {\n  email: 'hello@acme.example',\n  github: 'https://github.com/acme',\n};\n";
  expect(samplesInData(new Map([['shared/company/brand.ts', site]]))).toEqual([
    'SITE-OWNER shared/company/brand.ts:2: “hello@acme.example” is a sample. Replace it with the true one.',
  ]);
});

test('every sample of a line is listed, a filled-in one is not', () => {
  const hours = "export const hours = { from: sample('9'), to: sample('18'), zone: 'CET' };\n";
  expect(samplesInData(new Map([['remotes/marketing/src/data/serviceHours.ts', hours]]))).toEqual([
    'SITE-OWNER remotes/marketing/src/data/serviceHours.ts:1: “9” is a sample. Replace it with the true one.',
    'SITE-OWNER remotes/marketing/src/data/serviceHours.ts:1: “18” is a sample. Replace it with the true one.',
  ]);
});

test('a policy by which nobody may have the home page in a language is listed', () => {
  expect(homeless({ ...openPolicy, claims: { home: [''] } })).toEqual([]);
  expect(homeless({ ...openPolicy, claims: { home: { en: ['', 'team'], fr: ['equipe'], es: [''] } } })).toEqual([
    expect.stringMatching(/^SITE-OWNER shared\/company\/policy\.json: No page is at \/fr:/),
  ]);
});

test('partners, people with their portraits, the testimonial with its figure, hours of service, terms of contract and legal facts are listed', async () => {
  const listed = (await owner.run()).join('\n');
  for (const what of [
    'partners.ts',
    'people.ts',
    'the drawn portrait of',
    'testimonial.ts',
    '“98”',
    'serviceHours.ts',
    'contractTerms.ts',
    'offices.ts',
    'host.telephone',
  ])
    expect(listed).toContain(what);
});
