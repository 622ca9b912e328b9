import { useEffect } from 'react';
import { Icon } from '../ui/icon.tsx';
import css from './landing.module.css';
import { PageTitle } from './page-title.tsx';
import { SessionBoundary } from './session-boundary.tsx';
import { SessionGate } from './session-gate.tsx';
import { popupQuery } from './sign-in-url.ts';

/**
 * The page shown at the end of a sign-in that replaces an ended session. `SessionGate` notifies the other windows, and
 * a popup closes itself.
 */
export function SignedInRoute() {
  return (
    <SessionBoundary>
      <SessionGate fallback={null}>
        <SignedInPage />
      </SessionGate>
    </SessionBoundary>
  );
}

function SignedInPage() {
  useEffect(() => {
    if (location.search.startsWith(popupQuery)) window.close();
  }, []);
  return (
    <main className={css.page}>
      <PageTitle>Signed in</PageTitle>
      <div className={css.card}>
        <Icon name="check" size={32} className={css.done} />
        <h1>You are signed in</h1>
        <p>You can close this window and continue where you left off.</p>
        <a className="button large" href="/">
          Open Stardesk here
        </a>
      </div>
    </main>
  );
}
