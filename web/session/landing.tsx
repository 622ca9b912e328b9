import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Icon } from '../ui/icon.tsx';
import { hearOtherWindows } from './channel.ts';
import css from './landing.module.css';
import { signInAddress } from './sign-in-address.ts';

/** The page for signed-out visitors. Signing in returns to the requested URL. */
export function Landing() {
  const { href } = useLocation();
  useEffect(() => hearOtherWindows(({ personId }) => personId !== null && location.reload()), []);
  return (
    <main className={css.page}>
      <title>Sign in · Stardesk</title>
      <div className={css.card}>
        <Icon name="star" size={32} className={css.star} />
        <h1>Stardesk</h1>
        <p>Tickets, messages and gists of your team’s support desk.</p>
        <a className="button primary large" href={signInAddress(href)}>
          Sign in
        </a>
      </div>
    </main>
  );
}
