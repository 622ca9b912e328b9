import { useDeskName } from '../storage/desk-name.ts';

/** The title of the page, followed by the name of the desk. */
export const PageTitle = ({ children }: { children: string }) => <title>{`${children} · ${useDeskName()}`}</title>;
