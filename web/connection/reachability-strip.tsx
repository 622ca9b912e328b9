import { useEffect, useState } from 'react';
import { lookNow } from './reach-again.ts';
import type { Obstacle } from './reachability.ts';
import css from './reachability-strip.module.css';
import { useOutage } from './use-reachability.ts';

/** What stands between the page and the desk, and what becomes of one's work meanwhile. */
const words: Readonly<Record<Obstacle, readonly [title: string, text: string]>> = {
  offline: ['Offline.', 'What you do is kept and sent when the desk is back.'],
  silent: ['The desk does not answer; trying again.', 'What you do is kept and sent when it is back.'],
  busy: ['The desk asks for a short pause.', 'What you do is kept and sent after it.'],
};

/** Shorter silences, in milliseconds, nobody needs to know of. */
const patienceMilliseconds = 700;
const welcomeMilliseconds = 3000;

/** Along the lower edge of the window while the desk cannot be reached; it goes by itself. */
export function ReachabilityStrip() {
  const shown = useShown();
  useEffect(() => {
    document.documentElement.toggleAttribute('data-strip', shown !== null);
  }, [shown]);
  return (
    <div role="status" className={css.place}>
      {shown !== null && (
        <p className={css.strip} data-back={shown === 'back' || undefined}>
          {shown === 'back' ? <strong>Back online</strong> : <Words obstacle={shown} />}
        </p>
      )}
    </div>
  );
}

function Words({ obstacle }: { obstacle: Obstacle }) {
  const [title, text] = words[obstacle];
  return (
    <>
      <span>
        <strong>{title}</strong> {text}
      </span>
      {obstacle !== 'busy' && (
        <button type="button" onClick={lookNow}>
          Try now
        </button>
      )}
    </>
  );
}

/** The obstacle once it has lasted, `back` for a while when a shown one has gone, else null. */
function useShown(): Obstacle | 'back' | null {
  const obstacle = useOutage()?.obstacle ?? null;
  const [shown, setShown] = useState<Obstacle | 'back' | null>(null);
  useEffect(() => {
    if (obstacle !== null) {
      const timer = setTimeout(() => setShown(obstacle), obstacle === 'offline' ? 0 : patienceMilliseconds);
      return () => clearTimeout(timer);
    }
    setShown(before => before && 'back');
    const timer = setTimeout(() => setShown(null), welcomeMilliseconds);
    return () => clearTimeout(timer);
  }, [obstacle]);
  return shown;
}
