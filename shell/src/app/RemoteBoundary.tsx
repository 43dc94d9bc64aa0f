import { Component, type ReactNode } from 'react';
import { report } from '../reports/report.ts';
import { scriptPlaces } from '../reports/scriptPlaces.ts';
import type { PageOrigin } from '../view/view.ts';

interface RemoteBoundaryProps {
  readonly origin: PageOrigin;
  readonly fallback: ReactNode;
  readonly onFailure: () => void;
  readonly children: ReactNode;
}

/** Keeps a remote's page that throws while it renders from taking more than its own place. */
export class RemoteBoundary extends Component<RemoteBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    const { remote, release } = this.props.origin;
    console.error(`SITE-RENDER The remote "${remote}" threw while it rendered.`, error);
    report({ failure: { remote, release, at: scriptPlaces(error) } });
    this.props.onFailure();
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
