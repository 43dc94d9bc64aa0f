import type { View } from '../view/view.ts';
import { Content, type PageFailed } from './Content.tsx';

interface ViewsProps {
  readonly view: View;
  /** The view that the visitor may want next. */
  readonly next: View | undefined;
  readonly onFailure: PageFailed | undefined;
}

/** The shown view, and behind it the next one: React has rendered that when the visitor follows its link. */
export function Views({ view, next, onFailure }: ViewsProps) {
  const isAhead = next && next.request.url !== view.request.url;
  return [view, ...(isAhead ? [next] : [])].map((each) => {
    const { key = '', stage: Stage } = each;
    const content = <Content key={key} view={each} onFailure={onFailure} />;
    return Stage ? (
      <Stage key={key} url={each.request.url} isShown={each === view}>
        {content}
      </Stage>
    ) : (
      content
    );
  });
}
