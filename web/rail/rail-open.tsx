import { createContext, type ReactNode, use, useMemo, useState } from 'react';

type RailOpen = { open: boolean; show: () => void; hide: () => void };

const nothing = (): void => {};
const RailContext = createContext<RailOpen>({ open: false, show: nothing, hide: nothing });

/** Remembers whether the rail lies over the page, as it can on narrow screens. */
export function RailProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const value = useMemo(() => ({ open, show: () => setOpen(true), hide: () => setOpen(false) }), [open]);
  return <RailContext value={value}>{children}</RailContext>;
}

/** Whether the rail lies over the page, and how to change that. */
export const useRail = (): RailOpen => use(RailContext);
