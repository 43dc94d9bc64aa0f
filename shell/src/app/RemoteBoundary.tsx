import { Component, type ReactNode } from 'react';

interface RemoteBoundaryProps {
  readonly remote: string;
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
    console.error(`SITE-RENDER The remote "${this.props.remote}" threw while it rendered.`, error);
    this.props.onFailure();
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
