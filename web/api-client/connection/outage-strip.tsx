import { useEffect, useState, useSyncExternalStore } from 'react';
import { useStore } from '../../storage/observable-store.ts';
import { probeNow } from './connection-probe.ts';
import { liveStatus } from './live-status.ts';
import css from './outage-strip.module.css';
import { getOutage, type Obstacle, onReachabilityChange } from './reachability.ts';

const messages: Readonly<Record<Obstacle, readonly [title: string, text: string]>> = {
  offline: ['Offline.', 'Your changes are saved and will be sent when you’re back online.'],
  silent: ['Can’t reach the desk. Retrying…', 'Your changes are saved and will be sent when it’s back.'],
  busy: ['Too many requests. Pausing briefly.', 'Your changes are saved and will be sent after the pause.'],
};

/** Shorter outages are not shown, unless the browser is offline. */
const delayMilliseconds = 700;
const backOnlineMilliseconds = 3000;

/** Strip at the bottom of the window that reports an outage or missing live updates. */
export function OutageStrip() {
  const status = useShownStatus();
  const areUpdatesLive = useStore(liveStatus);
  const shown = status ?? (areUpdatesLive ? null : 'polling');
  useEffect(() => {
    document.documentElement.toggleAttribute('data-strip', shown !== null);
  }, [shown]);
  return (
    <div role="status" className={css.container}>
      {shown !== null && (
        <p className={css.strip} data-shown={shown}>
          {shown === 'back' && <strong>Back online</strong>}
          {shown === 'polling' && (
            <span>
              <strong>Live updates are off.</strong> Checking every 30 seconds.
            </span>
          )}
          {shown !== 'back' && shown !== 'polling' && <OutageMessage obstacle={shown} />}
        </p>
      )}
    </div>
  );
}

function OutageMessage({ obstacle }: { obstacle: Obstacle }) {
  const [title, text] = messages[obstacle];
  return (
    <>
      <span>
        <strong>{title}</strong> {text}
      </span>
      {obstacle !== 'busy' && (
        <button type="button" onClick={probeNow}>
          Try now
        </button>
      )}
    </>
  );
}

/** Returns the obstacle after a delay, `back` for a while after the outage, otherwise null. */
function useShownStatus(): Obstacle | 'back' | null {
  const obstacle = useSyncExternalStore(onReachabilityChange, getOutage)?.obstacle ?? null;
  const [shown, setShown] = useState<Obstacle | 'back' | null>(null);
  useEffect(() => {
    if (obstacle !== null) {
      const timer = setTimeout(() => setShown(obstacle), obstacle === 'offline' ? 0 : delayMilliseconds);
      return () => clearTimeout(timer);
    }
    setShown(before => before && 'back');
    const timer = setTimeout(() => setShown(null), backOnlineMilliseconds);
    return () => clearTimeout(timer);
  }, [obstacle]);
  return shown;
}
