import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';

/** Whether the address names a file, `#file-reply.md`; if so, the file is brought into view. */
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
