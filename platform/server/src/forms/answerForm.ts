import { withCandidates } from '@site/releases/candidates.ts';
import type { Release } from '@site/releases/Release.ts';
import type { PageRequest, RefusedForm } from '@site/renderer/views/renderView.ts';
import { confirmation } from '@site/shared/contract/form/names.ts';
import { contactForm } from '@site/shared/contract/release.ts';
import { type PageMatch, pathOfRoute } from '@site/shared/routes/path.ts';
import type { ApiBackend } from '../api/ApiBackend.ts';
import type { OpenMeans } from '../means.ts';
import { noStore } from '../pages/headers.ts';
import { renderPage } from '../pages/renderPage.ts';
import type { PageAnswer } from '../pages/sendAnswer.ts';
import { submitContact } from './contactForm.ts';
import { refusalOf } from './refusal.ts';
import { type RefusedTools, showRefused } from './showRefused.ts';

/** What handling a form depends on. */
export interface FormTools extends RefusedTools {
  readonly means: Pick<OpenMeans, 'submit'>;
  /** Known to all processes of this server, and to nobody else. */
  readonly formSecret: () => string;
  /** Counts a form of the visitor's network. Resolves with how many seconds to wait when there were too many. */
  readonly tooMany: () => Promise<number | undefined>;
  readonly api: Pick<ApiBackend, 'call'>;
}

/** A form that was posted to a page. */
export interface PostedForm {
  /** URL-encoded. */
  readonly body: string;
  /** Whether a script has sent it, which shows the outcome itself. */
  readonly isScripted: boolean;
}

/**
 * Handles a form that was posted to a page. No release's code runs: the release that shows the form again learns only the
 * outcome.
 */
export async function answerForm(request: PageRequest, posted: PostedForm, tools: FormTools): Promise<PageAnswer> {
  const { match } = request.address;
  const headers = noStore;
  const live = await tools.releases.settled();
  if ('kind' in live) return live;
  const { remotes, routes } = withCandidates(live, request.candidates);
  const [release] = (match && remotes.get(match.route.remote)) ?? [];
  if (!match || !release) return await renderPage(request, tools, { headers });
  const submit = submissionOf(routes.pages[match.page]?.form, release, match);
  if (!submit) return { kind: 'method-not-allowed' };
  const refused = await submit(new URLSearchParams(posted.body), request, tools);
  if (posted.isScripted) return { kind: 'form', refused };
  if (refused) return await showRefused(request, refused, tools);
  const { query, id } = confirmation;
  return { kind: 'redirect', location: `${pathOfRoute(match.route, match.language, match.params)}?${query}=1#${id}` };
}

type Submit = (form: URLSearchParams, request: PageRequest, tools: FormTools) => Promise<RefusedForm | undefined>;

/** How a page's form is submitted; undefined when the page has none. */
function submissionOf(name: string | undefined, release: Release, match: PageMatch): Submit | undefined {
  const { language, params } = match;
  if (name === contactForm) return (form, { visitor }, { api }) => submitContact(form, language, api, visitor);
  const { name: remote, forms = {} } = release.manifest;
  const form = name !== undefined && Object.hasOwn(forms, name) ? forms[name] : undefined;
  if (!form) return undefined;
  return async (posted, { visitor }, tools) => {
    const result = await tools.means.submit({ remote, form, posted, language, params }, tools, visitor);
    return result && refusalOf(result);
  };
}
