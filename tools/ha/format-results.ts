import { formatTable } from '../../api/command-line.ts';
import { disturbances } from './disturbances.ts';
import type { RoundResult } from './measure-round.ts';

/** Formats a line that reports a finished round. */
export const formatRound = ({ event, acknowledged, lost, silence, unavailable, unanswered }: RoundResult): string =>
  `${disturbances[event].description}: ${acknowledged} writes acknowledged, ${lost} lost, at most ${silence} s without a write, ` +
  `${unavailable} responses with 503, ${unanswered} requests without a response`;

/** Formats a table with a row for each event: the median and the worst of its rounds. */
export const formatResults = (route: string, results: readonly RoundResult[]): string => {
  const header = [
    ...[`by ${route}`, 'rounds', 'acknowledged', 'lost', 'longest time without a write', 'new primary after'],
    ...[
      'not ready after',
      'ready after new primary',
      'unready again for',
      'stream after first write',
      'background job after first write',
      '503',
      'no response',
      'other',
      'duplicate mails',
    ],
  ];
  const rows = [...Map.groupBy(results, ({ event }) => event)].map(([event, rounds]) => [
    disturbances[event].description,
    String(rounds.length),
    String(rounds.reduce((sum, { acknowledged }) => sum + acknowledged, 0)),
    String(rounds.reduce((sum, { lost }) => sum + lost, 0)),
    ...(['silence', 'newPrimary', 'notReady', 'ready', 'notReadyAgain', 'streamGap', 'jobGap'] as const).map(name =>
      formatMedianAndWorst(
        rounds.map(round => round[name]),
        ' s',
      ),
    ),
    ...(['unavailable', 'unanswered'] as const).map(name => formatMedianAndWorst(rounds.map(round => round[name]))),
    formatStatuses(rounds),
    String(rounds.reduce((sum, { duplicateMails }) => sum + duplicateMails, 0)),
  ]);
  return formatTable(header, rows).join('\n');
};

/** Formats `median / worst`, without missing values. */
const formatMedianAndWorst = (values: readonly (number | null)[], unit = ''): string => {
  const sorted = values.filter(value => value !== null).toSorted((a, b) => a - b);
  const [median, worst] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted.at(-1)];
  return median === undefined || worst === undefined ? '–' : `${median} / ${worst}${unit}`;
};

const formatStatuses = (rounds: readonly RoundResult[]): string => {
  const counts = new Map<string, number>();
  for (const { otherStatuses } of rounds)
    for (const [status, count] of Object.entries(otherStatuses)) counts.set(status, (counts.get(status) ?? 0) + count);
  return counts.size === 0 ? '0' : [...counts].map(([status, count]) => `${count} × ${status}`).join(', ');
};
