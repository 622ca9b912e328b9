import { useEffect, useRef } from 'react';
import { useLatest } from '../ui/use-latest.ts';

/** Returns a throttled `act`. The last value always reaches `act`, unless the component unmounts first. */
export function useThrottled<Value>(milliseconds: number, act: (value: Value) => void): (value: Value) => void {
  const latest = useLatest(act);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  return value => {
    clearTimeout(timer.current);
    const wait = Math.max(0, last.current + milliseconds - performance.now());
    timer.current = setTimeout(() => {
      last.current = performance.now();
      latest.current(value);
    }, wait);
  };
}
