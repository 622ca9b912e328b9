import { useEffect, useRef, useState } from 'react';
import { type Notice, onNotice } from './notices.ts';
import css from './toasts.module.css';
import { Icon } from './ui/icon.tsx';

const shownMilliseconds = 10_000;
const atOnce = 3;

type Toast = Notice & { id: number };

/** Notices, for as long as it takes to read them, where they cover no control. */
export function Toasts() {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const counter = useRef(0);
  useEffect(
    () => onNotice(notice => setToasts(shown => [...shown, { ...notice, id: counter.current++ }].slice(-atOnce))),
    [],
  );
  const dismiss = (id: number): void => setToasts(shown => shown.filter(toast => toast.id !== id));
  return (
    <div className={css.toasts} role="alert">
      {toasts.map(toast => (
        <ToastCard key={toast.id} toast={toast} onDismiss={() => dismiss(toast.id)} />
      ))}
    </div>
  );
}

function ToastCard({ toast, onDismiss }: { toast: Toast; onDismiss: () => void }) {
  const [held, setHeld] = useState(false);
  const dismiss = useRef(onDismiss);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss.current(), shownMilliseconds);
    return () => clearTimeout(timer);
  }, [held]);
  return (
    <section
      className={css.toast}
      aria-label={toast.title}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <div>
        <strong>{toast.title}</strong>
        <p>{toast.message}</p>
      </div>
      <button type="button" className="icon-button" aria-label="Dismiss" onClick={onDismiss}>
        <Icon name="cross" size={12} />
      </button>
    </section>
  );
}
