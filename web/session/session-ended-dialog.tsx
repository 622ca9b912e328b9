import { useSyncExternalStore } from 'react';
import type { SessionPerson } from '../api-client/client.ts';
import { areRequestsHeld, onHoldChange } from '../api-client/connection/session-hold.ts';
import { Dialog } from '../ui/dialog.tsx';
import { getSignInUrl, popupQuery } from './sign-in-url.ts';
import { useIsSigningOut } from './sign-out.ts';
import { usePersonCheck } from './use-person-check.ts';

const popupFeatures = 'popup,width=480,height=680';

/** Covers the unchanged page after a session has ended, until the person signs in again. */
export function SessionEndedDialog({ person }: { person: SessionPerson }) {
  const ended = useSyncExternalStore(onHoldChange, areRequestsHeld);
  const leaving = useIsSigningOut();
  usePersonCheck(person.id);
  const getUrl = (query: string): string => getSignInUrl(`/signed-in${query}`, person.email);
  const openPopup = (): boolean => window.open(getUrl(popupQuery), 'stardesk-sign-in', popupFeatures) !== null;
  return (
    <Dialog open={ended && !leaving} title="Your session has ended" onDismiss={null} waitsForTypingPause>
      <p>
        Sign in again as <bdi>{person.name}</bdi> to continue. Nothing you typed is lost.
      </p>
      {/* A link, which opens a tab if popups are blocked. */}
      <a
        className="button primary large"
        href={getUrl('')}
        target="_blank"
        rel="noopener"
        style={{ marginTop: 4 }}
        onClick={event => openPopup() && event.preventDefault()}
      >
        Sign in again
      </a>
    </Dialog>
  );
}
