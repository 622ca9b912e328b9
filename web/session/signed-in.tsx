import { Suspense, useEffect } from 'react';
import { Icon } from '../ui/icon.tsx';
import { SessionBoundary } from './boundary.tsx';
import { Gate } from './gate.tsx';
import css from './landing.module.css';
import { popupEnds } from './sign-in-address.ts';

/** Where the sign-in window ends: the gate tells the page that waits, then the window goes. */
export function SignedIn() {
  return (
    <SessionBoundary>
      <Suspense>
        <Gate>
          <Farewell />
        </Gate>
      </Suspense>
    </SessionBoundary>
  );
}

function Farewell() {
  useEffect(() => {
    if (location.search.startsWith(popupEnds)) window.close();
  }, []);
  return (
    <main className={css.page}>
      <title>Signed in · Stardesk</title>
      <div className={css.card}>
        <Icon name="check" size={32} className={css.done} />
        <h1>You are signed in</h1>
        <p>This window can be closed; your work goes on where you left it.</p>
        <a className="button large" href="/">
          Open Stardesk here
        </a>
      </div>
    </main>
  );
}
