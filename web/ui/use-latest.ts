import { type RefObject, useEffect, useRef } from 'react';

/** Returns a ref to the last rendered value, for event handlers, timers and stable callbacks. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
