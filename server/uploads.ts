import type { IncomingMessage } from 'node:http';

/** The limits of uploads: requests whose body may be large. */
export type UploadLimits = {
  perPerson: number;
  perProcess: number;
  /** The minimum number of bytes in every interval; `interval` is in milliseconds. */
  minimumRate: { bytes: number; interval: number };
};

export const defaultUploadLimits: UploadLimits = {
  perPerson: 4,
  perProcess: 64,
  minimumRate: { bytes: 64 * 1024, interval: 10_000 },
};

/** The uploads of a process. */
export type Uploads = {
  /**
   * Counts an upload. Its body then has a minimum rate instead of a deadline. Returns a function to call when the
   * upload has ended.
   * @param person omitted to apply only the limit of the process
   * @throws TooManyUploadsError
   */
  start(request: IncomingMessage, person?: string): () => void;
  /** Returns whether a request is an upload under way. */
  includes(request: IncomingMessage): boolean;
};

/** Too many uploads are under way: of one person, or in the process. */
export class TooManyUploadsError extends Error {
  readonly limit: 'person' | 'process';

  constructor(limit: TooManyUploadsError['limit']) {
    super(`Too many uploads of one ${limit} are under way.`);
    this.limit = limit;
  }
}

type Listeners = {
  /** Receives a request whose body arrives below the minimum rate. */
  onSlow(request: IncomingMessage): void;
  /** Called for each upload above the limit of the process. */
  onReject(): void;
};

export const createUploads = (
  { perPerson, perProcess, minimumRate }: UploadLimits,
  { onSlow, onReject }: Listeners,
): Uploads => {
  const requests = new Set<IncomingMessage>();
  const countByPerson = new Map<string, number>();
  const addToPerson = (person: string | undefined, change: 1 | -1): void => {
    if (person === undefined) return;
    const count = (countByPerson.get(person) ?? 0) + change;
    if (count === 0) countByPerson.delete(person);
    else countByPerson.set(person, count);
  };

  return {
    start(request, person) {
      if (person !== undefined && (countByPerson.get(person) ?? 0) >= perPerson)
        throw new TooManyUploadsError('person');
      if (requests.size >= perProcess) {
        onReject();
        throw new TooManyUploadsError('process');
      }
      requests.add(request);
      addToPerson(person, 1);
      const stopWatching = watchRate(request, minimumRate, onSlow);
      return () => {
        stopWatching();
        if (requests.delete(request)) addToPerson(person, -1);
      };
    },
    includes: request => requests.has(request),
  };
};

/** Calls `onSlow` once if the client sends too slowly. While this process does not read, the client is not to blame. */
const watchRate = (
  request: IncomingMessage,
  { bytes, interval }: UploadLimits['minimumRate'],
  onSlow: (request: IncomingMessage) => void,
): (() => void) => {
  const { socket } = request;
  let seen = socket.bytesRead;
  let wasRead = true;
  const timer = setInterval(() => {
    const isRead = request.readableLength === 0;
    const isTooSlow = socket.bytesRead - seen < bytes && wasRead && isRead;
    [seen, wasRead] = [socket.bytesRead, isRead];
    if (request.complete || isTooSlow) clearInterval(timer);
    if (!request.complete && isTooSlow) onSlow(request);
  }, interval).unref();
  return () => clearInterval(timer);
};
