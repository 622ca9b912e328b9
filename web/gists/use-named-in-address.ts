import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls a file into view if the address names it: `#file-reply.md`. */
export function useNamedInAddress(fileName: string): { ref: RefObject<HTMLElement | null>; isNamed: boolean } {
  const ref = useRef<HTMLElement>(null);
  const isNamed = useLocation({ select: ({ hash }) => decode(hash) === `file-${fileName}` });
  useEffect(() => {
    if (isNamed) ref.current?.scrollIntoView({ block: 'start' });
  }, [isNamed]);
  return { ref, isNamed };
}

const decode = (hash: string): string => {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
};
