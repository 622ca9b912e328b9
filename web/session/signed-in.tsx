import { useEffect } from 'react';
import { Icon } from '../ui/icon.tsx';
import { tellOtherWindows } from './channel.ts';
import css from './landing.module.css';

/** Where the sign-in window ends: it tells the page that waits, and goes. */
export function SignedIn() {
  useEffect(() => {
    tellOtherWindows('signed-in');
    window.close();
  }, []);
  return (
    <main className={css.page}>
      <title>Signed in · Stardesk</title>
      <div className={css.card}>
        <Icon name="check" size={32} className={css.star} />
        <h1>You are signed in</h1>
        <p>This window can be closed; your work goes on where you left it.</p>
        <a className="button large" href="/">
          Open Stardesk here
        </a>
      </div>
    </main>
  );
}
