import { useEffect, useRef } from 'react';
import { useStore } from '../storage/observable-store.ts';
import { registerSpacer, spacerHeight } from './spacer-height.ts';
import css from './toast-spacer.module.css';

/** The area below the toasts: the sidebar on wide screens, lists on narrower ones, the page on phones. */
type ToastSpacerProps = { under: 'sidebar' | 'list' | 'page' };

/** Spacer at the end of a scroll container, as high as the toasts over it. */
export function ToastSpacer({ under }: ToastSpacerProps) {
  const height = useStore(spacerHeight);
  const spacer = useRef<HTMLDivElement>(null);
  useEffect(() => (spacer.current ? registerSpacer(spacer.current) : undefined), []);
  return <div ref={spacer} className={css.spacer} data-under={under} style={{ height }} />;
}
