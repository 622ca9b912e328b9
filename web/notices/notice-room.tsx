import { useEffect, useRef } from 'react';
import { useStore } from '../store.ts';
import css from './notice-room.module.css';
import { makeRoom, room } from './room.ts';

/** What the notices lie over: on wide screens the rail, on narrower ones the lists, on phones whatever is shown. */
type NoticeRoomProps = { under: 'rail' | 'list' | 'page' };

/** The last thing in what scrolls: as much room as the notices over it take. */
export function NoticeRoom({ under }: NoticeRoomProps) {
  const height = useStore(room);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current ? makeRoom(place.current) : undefined), []);
  return <div ref={place} className={css.room} data-under={under} style={{ height }} />;
}
