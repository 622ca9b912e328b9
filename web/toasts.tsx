import { useEffect, useState, useSyncExternalStore } from 'react';
import { useAction } from './keyboard/use-action.ts';
import { dismissNotice, onNoticesChange, readNotices, type ShownNotice } from './notices.ts';
import css from './toasts.module.css';
import { Icon } from './ui/icon.tsx';
import { Key } from './ui/key.tsx';

const usualMilliseconds = 10_000;

const act = ({ id, action }: ShownNotice): void => {
  dismissNotice(id);
  action?.run();
};

/** Notices, for as long as it takes to read them, where they cover no control. `z` does what the newest one offers. */
export function Toasts() {
  const notices = useSyncExternalStore(onNoticesChange, readNotices);
  const offer = notices.findLast(({ action }) => action !== undefined);
  useAction('undo', offer ? () => act(offer) : null);
  const those = (tone: ShownNotice['tone']) =>
    notices
      .filter(notice => notice.tone === tone)
      .map(notice => <Toast key={notice.id} notice={notice} isOffer={notice === offer} />);
  return (
    <div className={css.toasts}>
      <div role="status">{those('done')}</div>
      <div role="alert">{those('warning')}</div>
    </div>
  );
}

function Toast({ notice, isOffer }: { notice: ShownNotice; isOffer: boolean }) {
  const [held, setHeld] = useState(false);
  const { id, tone, title, message, action, milliseconds = usualMilliseconds } = notice;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissNotice(id), milliseconds);
    return () => clearTimeout(timer);
  }, [held, id, milliseconds]);
  const hold = () => setHeld(true);
  const letGo = () => setHeld(false);
  return (
    <section
      className={css.toast}
      data-tone={tone}
      aria-label={title}
      onPointerEnter={hold}
      onPointerLeave={letGo}
      onFocus={hold}
      onBlur={letGo}
    >
      <div>
        <strong>{title}</strong>
        {message !== undefined && <p>{message}</p>}
      </div>
      {action && (
        <button type="button" className="button" onClick={() => act(notice)}>
          {action.label} {isOffer && <Key keys="z" />}
        </button>
      )}
      <button type="button" className="icon-button" aria-label="Dismiss" onClick={() => dismissNotice(id)}>
        <Icon name="cross" size={12} />
      </button>
    </section>
  );
}
