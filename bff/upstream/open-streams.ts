import type { Response } from 'express';
import type { Session } from '../sessions/session-cookie.ts';

/** The streams of events that browsers read through this process. */
export type OpenStreams = {
  /** Adds a response until it is closed. Ends the oldest stream of a session that has more than four streams. */
  add(res: Response, session: Session): void;
  /** Ends the session's streams in this process. In other processes, the API ends them when it checks their tokens. */
  endSession(session: Session): void;
};

/**
 * A browser has one stream. Other streams of its session may be half open after a change of networks. They count
 * towards the API's limit of five streams per person and client.
 */
const maxPerSession = 4;

/** @param shutdown ends all streams; their browsers continue at another process */
export function createOpenStreams(shutdown: AbortSignal): OpenStreams {
  const sessions = new Map<Response, Session>();
  const end = (streams: Iterable<Response>) => {
    for (const res of streams) res.end();
  };
  /**
   * Finds the streams of a session by `ends_at`, which a renewal does not change. A different session may have the same
   * value: its streams end too, and reconnect.
   */
  const findBySession = ({ ends_at: endsAt }: Session): Response[] =>
    [...sessions].filter(([, session]) => session.ends_at === endsAt).map(([res]) => res);
  shutdown.addEventListener('abort', () => end(sessions.keys()));
  return {
    add(res, session) {
      sessions.set(res, session);
      res.once('close', () => sessions.delete(res));
      if (shutdown.aborted) res.end();
      end(findBySession(session).slice(0, -maxPerSession));
    },
    endSession: session => end(findBySession(session)),
  };
}
