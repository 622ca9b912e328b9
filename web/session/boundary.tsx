import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Component, type ReactNode } from 'react';
import { Failure } from '../ui/failure.tsx';

type Props = { children: ReactNode; reset: () => void };

/** What stands in when it cannot be learnt who is signed in. React knows error boundaries as classes only. */
class Boundary extends Component<Props, { error: unknown }> {
  override state = { error: null as unknown };

  static getDerivedStateFromError = (error: unknown) => ({ error });

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <main style={{ height: 'var(--page)', display: 'flex' }}>
        <h1 className="visually-hidden">Stardesk</h1>
        <Failure what="Stardesk cannot be opened" error={error} retry={this.retry} />
      </main>
    );
  }

  retry = (): void => {
    this.props.reset();
    this.setState({ error: null });
  };
}

/** Catches what fails before anything can be shown. */
export function SessionBoundary({ children }: { children: ReactNode }) {
  const { reset } = useQueryErrorResetBoundary();
  return <Boundary reset={reset}>{children}</Boundary>;
}
