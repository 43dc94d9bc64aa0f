import { useCallback } from 'react';
import { NotFound } from '../pages/NotFound.tsx';
import { splitUrl } from '../view/splitUrl.ts';
import type { PageContent, PageOrigin, View, ViewRequest } from '../view/view.ts';
import { RemoteBoundary } from './RemoteBoundary.tsx';

/** Told of a view whose page throws as it is shown. */
export type PageFailed = (view: View) => void;

/** What stands between navigation bar and footer. */
export function Content({ view, onFailure }: { view: View; onFailure?: PageFailed }) {
  const { request, content } = view;
  if (content.kind === 'not-found') return <NotFound request={request} />;
  // Inside a document that the server rendered, React leaves the HTML of such an element as it finds it.
  if (content.kind === 'kept') return <RemoteArea origin={content.origin} html="" />;
  return (
    <RemoteBoundary
      key={request.url}
      origin={content.loaded}
      fallback={<Fallback request={request} content={content} />}
      onFailure={() => onFailure?.(view)}
    >
      <RemoteArea origin={content.loaded}>
        <RemotePage request={request} content={content} />
      </RemoteArea>
    </RemoteBoundary>
  );
}

/** In the place of a page that throws: the first view's HTML as it came from the server, or the 404 page; a developer sees the error. */
function Fallback({ request, content: { loaded, rendered } }: { request: ViewRequest; content: PageContent }) {
  if (rendered) return <RenderedArea origin={loaded} rendered={rendered} />;
  return process.env.NODE_ENV === 'development' ? null : <NotFound request={request} />;
}

/** What the server rendered, put back once: a visitor may be reading and using it. */
function RenderedArea({ origin, rendered }: { origin: PageOrigin; rendered: Node }) {
  const fill = useCallback(
    (element: HTMLDivElement | null) => element?.replaceChildren(...rendered.cloneNode(true).childNodes),
    [rendered],
  );
  return <div ref={fill} data-remote={origin.remote} data-release={origin.release} />;
}

/** The part of the page that belongs to a remote. */
function RemoteArea({ origin, html, children }: { origin: PageOrigin; html?: string; children?: React.ReactNode }) {
  const inner = html === undefined ? { children } : { dangerouslySetInnerHTML: { __html: html } };
  return <div data-remote={origin.remote} data-release={origin.release} suppressHydrationWarning {...inner} />;
}

function RemotePage({ request, content }: { request: ViewRequest; content: PageContent }) {
  const { params, data, result, loaded } = content;
  const Page = loaded.page.component;
  const { query } = splitUrl(request.url);
  return <Page language={request.language} params={params} query={query} data={data} result={result} />;
}
