import { expect, test } from '@rstest/core';
import { ApiError } from '@site/shared';
import { outcomeOf } from './outcome.ts';

test('a response becomes the body', async () => {
  expect(await outcomeOf(Promise.resolve('news'))).toEqual({ body: 'news', failure: null });
});

test('an error of the API is kept with its status', async () => {
  const call = Promise.reject(new ApiError('GET blog/en', 503, undefined));
  expect(await outcomeOf(call)).toEqual({ body: null, failure: { status: 503 } });
});

test('an API that does not respond is a failure without status', async () => {
  const call = Promise.reject(new ApiError('GET blog/en', undefined, new TypeError('fetch failed')));
  expect(await outcomeOf(call)).toEqual({ body: null, failure: { status: null } });
});

test('an error in the code is thrown, not treated as a failure of the API', async () => {
  await expect(outcomeOf(Promise.reject(new TypeError('x is undefined')))).rejects.toThrow('x is undefined');
});
