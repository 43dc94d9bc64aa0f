import { Component, type ReactNode } from 'react';
import { reportFailure } from '../reports/report.ts';
import type { PageOrigin } from '../view/view.ts';

interface RemoteBoundaryProps {
  readonly origin: PageOrigin;
  readonly fallback: ReactNode;
  readonly onFailure: () => void;
  readonly children: ReactNode;
}

/** Contains the failure of a remote's page or fragment that throws while it renders. */
export class RemoteBoundary extends Component<RemoteBoundaryProps, { readonly failed: boolean }> {
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
