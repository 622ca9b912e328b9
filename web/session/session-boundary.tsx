import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Component, type ReactNode } from 'react';
import { ErrorState } from '../ui/error-state.tsx';

type Props = { children: ReactNode; reset: () => void };

/** Error boundary for a failed session request. React supports error boundaries as classes only. */
class Boundary extends Component<Props, { error: unknown }> {
  override state = { error: null as unknown };

  static getDerivedStateFromError = (error: unknown) => ({ error });

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <main style={{ height: 'var(--page)', display: 'flex' }}>
        <h1 className="visually-hidden">Stardesk</h1>
        <ErrorState what="Couldn’t open Stardesk" error={error} retry={this.retry} />
      </main>
    );
  }

  retry = (): void => {
    this.props.reset();
    this.setState({ error: null });
  };
}

/** Shows errors of the session request instead of the app. */
export function SessionBoundary({ children }: { children: ReactNode }) {
  const { reset } = useQueryErrorResetBoundary();
  return <Boundary reset={reset}>{children}</Boundary>;
}
