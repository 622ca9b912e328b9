import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useDeskName } from '../storage/desk-name.ts';
import { Icon } from '../ui/icon.tsx';
import css from './landing.module.css';
import { PageTitle } from './page-title.tsx';
import { getSignInUrl } from './sign-in-url.ts';
import { onOtherWindowMessage } from './window-channel.ts';

/** The page for signed-out visitors. Signing in returns to the requested URL. */
export function LandingPage() {
  const { href } = useLocation();
  useEffect(() => onOtherWindowMessage(({ personId }) => personId !== null && location.reload()), []);
  return (
    <main className={css.page}>
      <PageTitle>Sign in</PageTitle>
      <div className={css.card}>
        <Icon name="star" size={32} className={css.star} />
        <h1>{useDeskName()}</h1>
        <p>Tickets, messages and gists of your team’s support desk.</p>
        <a className="button primary large" href={getSignInUrl(href)}>
          Sign in
        </a>
      </div>
    </main>
  );
}
