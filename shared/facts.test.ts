import { expect, test } from '@rstest/core';
import { legal } from '@site/company/legal.ts';
import { isSample, samplesIn, textOf } from './facts.ts';

test('a fact is a sample until its owner writes the true text', () => {
  expect([isSample({ sample: 'Example Ltd' }), textOf({ sample: 'Example Ltd' })]).toEqual([true, 'Example Ltd']);
  expect([isSample('Acme Ltd'), textOf('Acme Ltd')]).toEqual([false, 'Acme Ltd']);
});

test('the samples are listed by name, also those within an address', () => {
  const facts = {
    company: 'Acme Ltd',
    taxId: { sample: '0' },
    host: { name: 'H', telephone: { sample: '0' } },
    capital: 1,
  };
  expect(samplesIn(facts)).toEqual(['taxId', 'host.telephone']);
});

test('the date of the privacy policy is a valid date', () => {
  expect(new Date(legal.policyDate).toISOString()).toBe(`${legal.policyDate}T00:00:00.000Z`);
});
