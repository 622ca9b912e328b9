import type { DisturbanceName } from './disturbances.ts';
import type { Observation } from './steady-writer.ts';
import type { StreamWatch } from './stream-watch.ts';
import type { ReadinessWatch } from './watch-readiness.ts';

/** The measurements of a round. Times are in seconds; null if the state did not occur. */
export type RoundResult = {
  event: DisturbanceName;
  /** The acknowledged writes of all workloads, found or lost. */
  acknowledged: number;
  lost: number;
  /** The mails that arrived twice. Each was marked as a possible duplicate. */
  duplicateMails: number;
  /** The longest time without an acknowledged write of a steady writer. */
  silence: number;
  /** From the event until `disturb` resolves, usually when Patroni reports a new primary. */
  newPrimary: number;
  /** From the event until a process is not ready. */
  notReady: number | null;
  /** From the new primary until all processes are ready. Zero if they were ready before. */
  ready: number | null;
  /** The longest time for which a process was unready again, for example while the old primary returns. */
  notReadyAgain: number;
  /** From the end of `silence`, an acknowledged write, until an event arrives on the stream. */
  streamGap: number | null;
  /** The same for a notification, which a background job creates. */
  jobGap: number | null;
  unavailable: number;
  unanswered: number;
  otherStatuses: Record<number, number>;
};

type Measured = {
  startedAt: number;
  recoveredAt: number;
  acknowledged: number;
  lost: number;
  duplicateMails: number;
  observation: Observation;
  readiness: ReadinessWatch;
  stream: StreamWatch;
};

/** Derives the times of a round from its observations. */
export const measureRound = (
  event: DisturbanceName,
  { startedAt, recoveredAt, observation, readiness, stream, ...verified }: Measured,
): RoundResult => {
  const { acknowledgedAt, ...counts } = observation;
  const silence = findLongestSilence(acknowledgedAt, startedAt);
  const notReady = readiness.firstNotReady(startedAt);
  const ready = readiness.firstAllReady(recoveredAt);
  const sinceSilence = (at: number | null) => (at === null ? null : toSeconds(at - silence.end));
  return {
    ...{ event, ...verified, ...counts },
    silence: toSeconds(silence.end - silence.start),
    newPrimary: toSeconds(recoveredAt - startedAt),
    notReady: notReady === null ? null : toSeconds(notReady - startedAt),
    ready: ready === null ? null : toSeconds(ready - recoveredAt),
    notReadyAgain: toSeconds(readiness.longestNotReadyAgain(recoveredAt)),
    streamGap: sinceSilence(stream.firstEventAfter(silence.end)),
    jobGap: sinceSilence(stream.firstNotificationAfter(silence.end)),
  };
};

/** Finds the longest time between two acknowledged writes that ends after a time. */
const findLongestSilence = (unsorted: readonly number[], after: number) => {
  const times = unsorted.toSorted((a, b) => a - b);
  const gaps = times.slice(1).map((end, index) => ({ start: times[index] ?? end, end }));
  const candidates = gaps.filter(({ end }) => end > after);
  return candidates.reduce((longest, gap) => (gap.end - gap.start > longest.end - longest.start ? gap : longest), {
    start: after,
    end: after,
  });
};

const toSeconds = (milliseconds: number): number => Math.round(milliseconds / 10) / 100;
