import { type RefObject, useEffect, useRef } from 'react';

/** Holds what a component was drawn with last, for what happens later: an event, a timer, a callback that never changes. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
