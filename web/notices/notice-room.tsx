import { useEffect, useRef } from 'react';
import { useStore } from '../storage/observable-store.ts';
import css from './notice-room.module.css';
import { makeRoom, room } from './room.ts';

/** The area below the toasts: the sidebar on wide screens, lists on narrower ones, the page on phones. */
type NoticeRoomProps = { under: 'rail' | 'list' | 'page' };

/** Spacer at the end of a scroll container, as high as the toasts over it. */
export function NoticeRoom({ under }: NoticeRoomProps) {
  const height = useStore(room);
  const spacer = useRef<HTMLDivElement>(null);
  useEffect(() => (spacer.current ? makeRoom(spacer.current) : undefined), []);
  return <div ref={spacer} className={css.room} data-under={under} style={{ height }} />;
}
