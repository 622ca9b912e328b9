import { Suspense, useEffect } from 'react';
import { Icon } from '../ui/icon.tsx';
import { SessionBoundary } from './boundary.tsx';
import { Gate } from './gate.tsx';
import css from './landing.module.css';
import { popupEnds } from './sign-in-address.ts';

/** Last page of the sign-in popup: notifies the waiting page, then closes the window. */
export function SignedIn() {
  return (
    <SessionBoundary>
      <Suspense>
        <Gate>
          <SignedInPage />
        </Gate>
      </Suspense>
    </SessionBoundary>
  );
}

function SignedInPage() {
  useEffect(() => {
    if (location.search.startsWith(popupEnds)) window.close();
  }, []);
  return (
    <main className={css.page}>
      <title>Signed in · Stardesk</title>
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
