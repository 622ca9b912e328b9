import type { PresenceMode } from '#contract/enums';
import { call } from '../api-client/client.ts';
import { liveStatus } from '../api-client/connection/live-status.ts';
import { isUnreachable } from '../api-client/connection/reachability.ts';
import { areRequestsHeld, onHoldChange } from '../api-client/connection/session-hold.ts';
import { beforeSignOut } from '../session/sign-out.ts';
import { getPreferences, onPreferencesChange } from '../storage/preferences.ts';

/** The API deletes an announcement after 45 seconds, or after 25 seconds for `writing`. */
const intervalMilliseconds = 20_000;
/** A ticket is announced after it has been open for this time. */
const delayMilliseconds = 1000;

/** Options of a request that expires, and is not repeated after a lost response. A late announcement would be stale. */
const withoutRetry = () => ({ repeatable: false, signal: AbortSignal.timeout(intervalMilliseconds) }) as const;

/** Whether a message was typed or sent. */
type WritingEvent = CustomEvent<'typed' | 'sent'>;

/** Dispatches the events of composers. The type of an event is the ticket's id. */
const composers = new EventTarget();

/** Reports a change of the text in the composer of a ticket. */
export const reportTyping = (ticketId: string): void =>
  void composers.dispatchEvent(new CustomEvent(ticketId, { detail: 'typed' }));

/** Reports that the person has sent a message and is no longer writing. */
export const reportSent = (ticketId: string): void =>
  void composers.dispatchEvent(new CustomEvent(ticketId, { detail: 'sent' }));

/**
 * Announces that the person has a ticket open, until `signal` is aborted. Announces nothing while the window is hidden,
 * updates are not live, or requests cannot be sent. Respects the person's preference.
 *
 * @param mayWrite whether the person may write messages
 */
export function announcePresence(ticketId: string, mayWrite: boolean, signal: AbortSignal): void {
  const params = { ticket_id: ticketId };
  let announced: PresenceMode | null = null;
  let typedAt = Number.NEGATIVE_INFINITY;

  const mustAnnounce = (): boolean =>
    !signal.aborted &&
    !document.hidden &&
    !isUnreachable() &&
    !areRequestsHeld() &&
    liveStatus.read() &&
    getPreferences().showsPresence;

  // Presence is only a hint, so failures are ignored.
  function announce(): void {
    if (!mustAnnounce()) return;
    const mode: PresenceMode = mayWrite && performance.now() - typedAt < intervalMilliseconds ? 'writing' : 'viewing';
    announced = mode;
    void call('PUT /tickets/{ticket_id}/presence', { params, body: { mode }, ...withoutRetry() }).catch(
      () => undefined,
    );
  }

  async function leave(): Promise<void> {
    if (announced === null) return;
    announced = null;
    if (areRequestsHeld()) return;
    await call('DELETE /tickets/{ticket_id}/presence', { params, ...withoutRetry() }).catch(() => undefined);
  }

  const update = (): void => void (mustAnnounce() ? announce() : leave());
  const onWriting = (event: Event): void => {
    const { detail } = event as WritingEvent;
    typedAt = detail === 'typed' ? performance.now() : Number.NEGATIVE_INFINITY;
    if (detail === 'typed' && announced === 'writing') return;
    // In the API, `viewing` does not replace `writing`, because another window may be writing.
    // `leave` deletes both announcements.
    if (announced === 'writing') void leave().then(announce);
    else announce();
  };

  const delay = setTimeout(announce, delayMilliseconds);
  const interval = setInterval(announce, intervalMilliseconds);
  if (mayWrite) composers.addEventListener(ticketId, onWriting, { signal });
  document.addEventListener('visibilitychange', update, { signal });
  addEventListener('pagehide', () => void leave(), { signal });
  const stops = [liveStatus.subscribe(update), onPreferencesChange(update), onHoldChange(update), beforeSignOut(leave)];
  signal.addEventListener('abort', () => {
    clearTimeout(delay);
    clearInterval(interval);
    for (const stop of stops) stop();
    void leave();
  });
}
