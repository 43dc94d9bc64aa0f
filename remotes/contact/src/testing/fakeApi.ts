import { rstest } from '@rstest/core';
import { type ApiClient, ApiError, type ContactMessage, type Language, type SendOptions } from '@site/shared';

/** A valid message. */
export const validMessage: ContactMessage = {
  name: 'Hélène Marchand',
  email: 'helene@boutique.example',
  subject: 'Newsletter lands in spam',
  message: 'Since March about half of our newsletter ends up in spam.',
};

type Answer = (options?: SendOptions) => Promise<void>;

/** What a host without the site's server says to a posted form. */
const noForms: Answer = async () => {
  throw new ApiError('POST /en/contact', 405, undefined);
};

/** An API that accepts every message, unless `answer` throws, and a page that takes forms if `page` doesn't throw. */
export function fakeApi(answer: Answer = async () => undefined, page: Answer = noForms) {
  const sendMessage = rstest.fn(async (_message: ContactMessage, _language: Language, options?: SendOptions) =>
    answer(options),
  );
  const unused = async () => {
    throw new Error('The contact page does not read the blog.');
  };
  return {
    prepare: () => undefined,
    sendMessage,
    listNews: unused,
    findArticle: unused,
    sendForm: rstest.fn(async (_page: string, _values: object, options?: SendOptions) => page(options)),
    read: unused,
  } satisfies ApiClient;
}
