import { median, percentile } from '../statistics.ts';
import type { Table } from '../table.ts';
import type { InitialLoad } from './initial-load.ts';
import type { ScreenWork } from './workload.ts';

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const kilobytes = (bytes: number): string => `${fine.format(bytes / 1000)} KB`;
const milliseconds = (value: number): string => `${whole.format(value)} ms`;

type Row = { metric: string; desk: number; baseline?: number; budget?: number; format: (value: number) => string };

/** One and a half frames at 60 Hz. */
const lateMilliseconds = (1000 / 60) * 1.5;
const lateShare = (frames: readonly number[]): number =>
  frames.filter(each => each > lateMilliseconds).length / frames.length;

/** The initial loads without CPU throttling, with budgets. */
export const initialLoadTable = (screens: readonly InitialLoad[]): Table => ({
  heading: 'Initial load with an empty browser cache, without CPU throttling',
  columns: [
    '',
    'largest contentful paint, median (range)',
    'budget',
    'requests until shown',
    'budget',
    'requests in total',
    'budget',
    'by type',
  ],
  rows: screens.map(({ name, lcp, requestsUntilShown, requests: { total, scripts, styles, api } }) => [
    name,
    `${milliseconds(median(lcp))} (${whole.format(Math.min(...lcp))}–${whole.format(Math.max(...lcp))})`,
    '500 ms',
    whole.format(requestsUntilShown),
    name === 'inbox' ? '10' : '',
    whole.format(total),
    '30',
    `${scripts} scripts, ${styles} style sheets, ${api} API calls`,
  ]),
});

/** The number of tickets, and the CPU slowdown factor. */
type Conditions = { tickets: number; slower: number };

/** The web app compared with the baseline page and the budgets. */
export function costTable(
  { tickets, slower }: Conditions,
  desk: ScreenWork,
  baseline: ScreenWork,
  pictures: readonly number[],
): Table {
  const rows: Row[] = [
    {
      metric: 'JavaScript until the first list is visible, gzip',
      desk: desk.first.script,
      budget: 180_000,
      format: kilobytes,
    },
    {
      metric: 'style sheets until the first list is visible, gzip',
      desk: desk.first.style,
      budget: 40_000,
      format: kilobytes,
    },
    { metric: 'requests until the first list is visible', desk: desk.first.requests, format: whole.format },
    { metric: 'requests to other hosts', desk: desk.first.otherHosts, budget: 0, format: whole.format },
    { metric: 'transferred until the first list is visible', desk: desk.first.bytes, format: kilobytes },
    { metric: 'requests until then on a second visit', desk: desk.again.requests, format: whole.format },
    { metric: 'transferred until then on a second visit', desk: desk.again.bytes, format: kilobytes },
    {
      metric: 'largest contentful paint',
      desk: desk.first.lcp,
      baseline: baseline.first.lcp,
      budget: 2500,
      format: milliseconds,
    },
    { metric: 'layout shift', desk: desk.first.cls, budget: 0.01, format: fine.format },
    ...paintRows('next paint after j', desk.paints.j, baseline.paints.j),
    ...paintRows('next paint after opening a ticket', desk.paints.open, baseline.paints.open),
    ...paintRows('next paint after j with a ticket open', desk.paints.next, baseline.paints.next),
    ...paintRows('next paint after a letter of a search', desk.paints.type, baseline.paints.type),
    {
      metric: 'next paint after opening a thread with 30 pictures, p75',
      desk: percentile(pictures, 0.75),
      budget: 100,
      format: milliseconds,
    },
    {
      metric: 'interaction to next paint (INP)',
      desk: desk.inp,
      baseline: baseline.inp,
      budget: 200,
      format: milliseconds,
    },
    ...frameRows(desk.frames, baseline.frames),
    {
      metric: 'requests per second while a search is typed, not counting the first',
      desk: ((desk.searchTraffic.requests - 1) / desk.searchTraffic.milliseconds) * 1000,
      budget: 1000 / 150,
      format: fine.format,
    },
  ];
  return {
    heading: `The web app in Chromium on a desk of ${whole.format(tickets)} tickets, ${slower === 1 ? 'without CPU throttling' : `with the CPU throttled by a factor of ${slower}`}, compared with a static page`,
    columns: ['', 'desk', 'baseline', 'desk / baseline', 'budget', ''],
    rows: rows.map(({ metric, desk: value, baseline: baselineValue, budget, format }) => [
      metric,
      format(value),
      baselineValue === undefined ? '' : format(baselineValue),
      baselineValue === undefined ? '' : fine.format(value / baselineValue),
      budget === undefined ? '' : format(budget),
      budget === undefined ? '' : value <= budget ? 'ok' : 'miss',
    ]),
  };
}

const paintRows = (metric: string, desk: readonly number[], baseline: readonly number[]): Row[] => [
  { metric: `${metric}, median`, desk: median(desk), baseline: median(baseline), budget: 50, format: milliseconds },
  {
    metric: `${metric}, worst`,
    desk: Math.max(...desk),
    baseline: Math.max(...baseline),
    budget: 100,
    format: milliseconds,
  },
];

const frameRows = (desk: readonly number[], baseline: readonly number[]): Row[] => [
  {
    metric: 'frame while scrolling, median',
    desk: median(desk),
    baseline: median(baseline),
    budget: 17,
    format: milliseconds,
  },
  {
    metric: 'frame while scrolling, p99',
    desk: percentile(desk, 0.99),
    baseline: percentile(baseline, 0.99),
    format: milliseconds,
  },
  {
    metric: 'share of late frames while scrolling',
    desk: lateShare(desk),
    baseline: lateShare(baseline),
    budget: 0.05,
    format: fine.format,
  },
];
