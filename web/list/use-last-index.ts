import { type RefObject, useEffect, useRef } from 'react';

/** Returns the last known index of the open item. The item may have left the list. */
export function useLastIndex(rows: readonly { id: string }[], openId: string | undefined): RefObject<number> {
  const position = useRef(-1);
  useEffect(() => {
    const index = rows.findIndex(({ id }) => id === openId);
    if (index >= 0) position.current = index;
  }, [rows, openId]);
  return position;
}
