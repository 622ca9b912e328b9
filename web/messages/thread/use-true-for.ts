import { useEffect, useState } from 'react';

/** Returns true once `isSo` has been true for a time in milliseconds. */
export function useTrueFor(isSo: boolean, milliseconds: number): boolean {
  const [hasElapsed, setHasElapsed] = useState(false);
  useEffect(() => {
    if (!isSo) return undefined;
    const timer = setTimeout(() => setHasElapsed(true), milliseconds);
    return () => clearTimeout(timer);
  }, [isSo, milliseconds]);
  return isSo && hasElapsed;
}
