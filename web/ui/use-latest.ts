import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Returns a ref to the last rendered value, for event handlers, timers and stable callbacks. The ref changes together
 * with the page: on a slow machine, `useEffect` would run later than the next key.
 */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
