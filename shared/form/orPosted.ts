import type { SendOptions } from '@site/shared';
import type { FormValues } from '@site/shared/contract/form/fields.ts';
import { statusOf } from '@site/shared/contract/form/form.ts';

/** Sends the values of a form once; throws what `ApiClient` throws. */
export type SendForm = (values: FormValues, options: SendOptions) => Promise<void>;

/** What hosts without the site's server say to a form, and the server to one from another site. */
const notTaken: readonly unknown[] = [200, 403, 404, 405];

/** Sends a form, or posts it to its page as without scripts: that needs no cookie, which the browser may block. */
export const orPosted =
  (send: SendForm, post: SendForm): SendForm =>
  async (values, options) => {
    try {
      await send(values, options);
    } catch (refusal) {
      if (statusOf(refusal) !== 403) throw refusal;
      await post(values, options).catch((error: unknown) => {
        throw notTaken.includes(statusOf(error)) ? refusal : error;
      });
    }
  };
