import { type NavigateOptions, useRouter } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address at which the search began that this entry of the history is. */
    searchedFrom?: string | undefined;
  }
}

/**
 * Goes to where a search leads. However many letters it takes it is one step back, and none once it is cleared: it then
 * goes back itself.
 *
 * @returns `replace` says that the search is under way already
 */
export function useSearchStep(): (to: NavigateOptions, options: { replace: boolean }) => void {
  const router = useRouter();
  return (to, { replace }) => {
    const { href, state } = router.latestLocation;
    if (replace && state.searchedFrom === router.buildLocation({ ...to }).href) return router.history.back();
    const searchedFrom = replace ? state.searchedFrom : href;
    void router.navigate({ ...to, replace, state: { searchedFrom } });
  };
}
