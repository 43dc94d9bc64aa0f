import { rstest } from '@rstest/core';
import type { ApiClient, ContactMessage, Language, SendOptions } from '@site/shared';

/** A valid message. */
export const validMessage: ContactMessage = {
  name: 'Hélène Marchand',
  email: 'helene@boutique.example',
  subject: 'Newsletter lands in spam',
  message: 'Since March about half of our newsletter ends up in spam.',
};

/** An API that accepts every message, unless `answer` throws. */
export function fakeApi(answer: (options?: SendOptions) => Promise<void> = async () => undefined) {
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
    sendForm: unused,
    read: unused,
  } satisfies ApiClient;
}
