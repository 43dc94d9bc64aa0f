import { Component, memo, type ReactNode, useCallback, useState, useSyncExternalStore } from 'react';
import { prefixTitle } from '../head/titlePrefix.ts';
import { LanguageNote } from '../layout/LanguageNote.tsx';
import { reportFailure } from '../reports/report.ts';
import { type PageContent, type PageOrigin, splitUrl, type View, type ViewRequest } from '../view/view.ts';
import { NotFound } from './NotFound.tsx';

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

const neverChanges = () => () => {};

/**
 * The server's HTML of a remote that couldn't be loaded: React leaves it alone when it hydrates an element with HTML. When React
 * renders anew, the browser would refuse any HTML, and the server's is moved into the empty element: see carryOver.ts.
 */
function KeptArea({ origin }: { readonly origin: PageOrigin }) {
  const isHydration = useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
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

interface RemoteBoundaryProps {
  readonly origin: PageOrigin;
  readonly fallback: ReactNode;
  readonly onFailure: () => void;
  readonly children: ReactNode;
}

/** Contains the failure of a remote's page that throws while it renders. */
class RemoteBoundary extends Component<RemoteBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    const { remote, release } = this.props.origin;
    console.error(`SITE-RENDER The remote "${remote}" threw while it rendered.`, error);
    reportFailure(remote, release, error);
    this.props.onFailure();
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
