import { withCandidates } from '@site/releases/candidates.ts';
import type { Visitor } from '@site/renderer/apiCalls.ts';
import type { PageRequest, RefusedForm, ViewTools } from '@site/renderer/views/renderView.ts';
import { createApiClient } from '@site/shared/api/client.ts';
import { isMessageKey } from '@site/shared/contract/contact/contact.ts';
import {
  checkMessage,
  contactConfirmation,
  contactFormFields,
  type FormError,
  newKey,
  readForm,
  sendMessage,
} from '@site/shared/contract/contact/form.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { pathOfRoute } from '@site/shared/routes/path.ts';
import { type ApiBackend, apiFetch } from '../api/ApiBackend.ts';
import { serverLimits } from '../limits.ts';
import { noStore } from './headers.ts';
import { renderPage } from './renderPage.ts';
import type { PageAnswer } from './sendAnswer.ts';

/**
 * Handles a form that a browser without JavaScript has posted to a page. No release's code runs: the release that shows the
 * form again learns only the outcome.
 */
export async function answerForm(
  request: PageRequest,
  body: string,
  tools: ViewTools & { readonly api: Pick<ApiBackend, 'call'> },
): Promise<PageAnswer> {
  const { match } = request.address;
  const headers = noStore;
  const { remotes, routes } = withCandidates(await tools.releases.settled(), request.candidates);
  if (!match || !remotes.get(match.route.remote)?.length) return await renderPage(request, tools, { headers });
  if (routes.pages[match.page]?.form !== 'contact') return { kind: 'method-not-allowed' };
  const refused = await submitContact(new URLSearchParams(body), match.language, tools.api, request.visitor);
  if (refused) return await renderPage({ ...request, refused }, tools, { headers });
  const { query, id } = contactConfirmation;
  return { kind: 'redirect', location: `${pathOfRoute(match.route, match.language)}?${query}=1#${id}` };
}

/** Sends the message of a contact form, by the same rules as a page with JavaScript. It is stored when nothing is returned. */
export async function submitContact(
  form: URLSearchParams,
  language: Language,
  api: Pick<ApiBackend, 'call'>,
  visitor: Visitor,
): Promise<RefusedForm | undefined> {
  const values = readForm(form);
  const sentKey = form.get(contactFormFields.key) ?? '';
  // We didn't make a key of another format, so it can't be a retry.
  const key = isMessageKey(sentKey) ? sentKey : newKey();
  const website = form.get(contactFormFields.honeypot) ?? '';
  const problems = checkMessage(values);
  const client = createApiClient({ prefix: 'http://api/api/v1', fetch: apiFetch(api, visitor) });
  const signal = AbortSignal.timeout(serverLimits.formSubmission);
  const errors =
    problems.length > 0 ? problems : await sendMessage(client, { message: values, language, key, website, signal });
  if (errors.length === 0) return undefined;
  return { status: statusOf(errors), result: { values, errors: errors.map(asSeenFromServer), key } };
}

/** Rewords a connection error: here our server can't reach the API, while the visitor's connection is fine. */
const asSeenFromServer = (error: FormError): FormError =>
  error.kind === 'failure' && error.reason === 'unreachable' ? { ...error, reason: 'unknown' } : error;

function statusOf(errors: readonly FormError[]): RefusedForm['status'] {
  const failure = errors.find((error) => error.kind === 'failure');
  if (!failure || failure.reason === 'trapped') return 422;
  return failure.reason === 'tooMany' ? 429 : 503;
}
