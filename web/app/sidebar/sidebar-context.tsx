import { createContext, type ReactNode, use, useMemo, useState } from 'react';

type SidebarState = { open: boolean; show: () => void; hide: () => void };

const noop = (): void => {};
const SidebarContext = createContext<SidebarState>({ open: false, show: noop, hide: noop });

/** Provides the state of the sidebar dialog on narrow screens. */
export function SidebarProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const value = useMemo(() => ({ open, show: () => setOpen(true), hide: () => setOpen(false) }), [open]);
  return <SidebarContext value={value}>{children}</SidebarContext>;
}

export const useSidebar = (): SidebarState => use(SidebarContext);
