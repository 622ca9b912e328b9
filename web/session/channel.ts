/** What windows of the same browser tell each other: the id of whoever is signed in now, null when nobody is. */
export type SessionNews = { personId: string | null };

/** One for the whole window: a second one would hear what the first says. */
const channel = new BroadcastChannel('stardesk-session');

/** Tells the other windows; this one does not hear it. */
export const tellOtherWindows = (news: SessionNews): void => channel.postMessage(news);

/** Calls `listener` with news from other windows. Answers the way to stop. */
export function hearOtherWindows(listener: (news: SessionNews) => void): () => void {
  const hear = ({ data }: MessageEvent<SessionNews>): void => listener(data);
  channel.addEventListener('message', hear);
  return () => channel.removeEventListener('message', hear);
}
