import { useEffect, useState } from 'react';

/** Whether something has been so for a while, in milliseconds. */
export function useWaited(isSo: boolean, milliseconds: number): boolean {
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    if (!isSo) return undefined;
    const timer = setTimeout(() => setWaited(true), milliseconds);
    return () => clearTimeout(timer);
  }, [isSo, milliseconds]);
  return isSo && waited;
}
