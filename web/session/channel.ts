/** What windows of the same browser tell each other about the session. */
export type SessionNews = 'signed-in' | 'signed-out';

const name = 'stardesk-session';

/** Tells the other windows; this one does not hear it. */
export function tellOtherWindows(news: SessionNews): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(news);
  channel.close();
}

/** Calls `listener` with news from other windows. Answers the way to stop. */
export function hearOtherWindows(listener: (news: SessionNews) => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }) => {
    if (data === 'signed-in' || data === 'signed-out') listener(data);
  });
  return () => channel.close();
}
