import { memo, useCallback, useState } from 'react';
import { prefixTitle } from '../head/titlePrefix.ts';
import { LanguageNote } from '../layout/LanguageNote.tsx';
import { type PageContent, type PageOrigin, splitUrl, type View, type ViewRequest } from '../view/view.ts';
import { NotFound } from './NotFound.tsx';
import { RemoteBoundary } from './RemoteBoundary.tsx';
import { useIsHydration } from './serverHtml.ts';

/** Called with a view whose page throws while it renders. */
export type PageFailed = (view: View) => void;

interface ContentProps {
  readonly view: View;
  readonly onFailure: PageFailed | undefined;
}

/** The content between navigation bar and footer. One that was rendered ahead is not rendered again to be shown. */
export const Content = memo(({ view, onFailure }: ContentProps) => {
  const { request, content } = view;
  if (content.kind === 'not-found') return <NotFound request={request} />;
  return (
    <>
      <LanguageNote page={content.name} />
      {content.kind === 'kept' ? (
        <KeptArea origin={content.origin} />
      ) : (
        <RemoteBoundary
          origin={content.loaded}
          fallback={<Fallback {...content} />}
          onFailure={() => onFailure?.(view)}
        >
          <RemoteArea origin={content.loaded}>
            <RemotePage request={request} content={content} />
          </RemoteArea>
        </RemoteBoundary>
      )}
    </>
  );
});

/** Replaces a page that throws with the server's HTML. Only the first view has it: other pages are reloaded. */
const Fallback = ({ loaded, rendered }: PageContent) =>
  rendered ? <RenderedArea origin={loaded} rendered={rendered} /> : null;

/** The server's HTML, put back once: a visitor may be reading and using it. */
function RenderedArea({ origin, rendered }: { origin: PageOrigin; rendered: Node }) {
  const fill = useCallback(
    (element: HTMLDivElement | null) => element?.replaceChildren(...rendered.cloneNode(true).childNodes),
    [rendered],
  );
  return <div ref={fill} data-remote={origin.remote} data-release={origin.release} />;
}

/**
 * The server's HTML of a remote that couldn't be loaded: React leaves it alone when it hydrates an element with HTML. When React
 * renders anew, the browser would refuse any HTML, and the server's is moved into the empty element: see carryOver.ts.
 */
function KeptArea({ origin }: { readonly origin: PageOrigin }) {
  const isHydration = useIsHydration();
  const [inner] = useState(isHydration ? { html: '' } : {});
  return <RemoteArea origin={origin} {...inner} />;
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
  const { language } = request;
  return <Page {...{ language, params, query, data, result, prefixTitle }} />;
}
