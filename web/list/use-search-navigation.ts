import { type NavigateOptions, useRouter } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The URL from which the search of this history entry started. */
    searchedFrom?: string | undefined;
  }
}

/**
 * Navigates to a search. All its keystrokes share one history entry, which clearing the search removes by going back.
 *
 * @returns a function; `replace` means that the search has already started
 */
export function useSearchNavigation(): (to: NavigateOptions, options: { replace: boolean }) => void {
  const router = useRouter();
  return (to, { replace }) => {
    const { href, state } = router.latestLocation;
    if (replace && state.searchedFrom === router.buildLocation({ ...to }).href) return router.history.back();
    const searchedFrom = replace ? state.searchedFrom : href;
    void router.navigate({ ...to, replace, state: { searchedFrom } });
  };
}
