import { median, percentile } from '../statistics.ts';
import type { Table } from '../table.ts';
import type { Work } from './work.ts';

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const kilobytes = (bytes: number): string => `${fine.format(bytes / 1000)} KB`;
const milliseconds = (value: number): string => `${whole.format(value)} ms`;

type Row = { what: string; desk: number; floor?: number; budget?: number; show: (value: number) => string };

/** A frame of the screen, and half of one more: later than that is late. */
const lateMilliseconds = (1000 / 60) * 1.5;
const lateShare = (frames: readonly number[]): number =>
  frames.filter(each => each > lateMilliseconds).length / frames.length;

/** What was measured: a desk of so many tickets, on a processor so many times slower than it is. */
type Measured = { tickets: number; slower: number };

/** What the desk's page costs, the floor's beside it, and the budgets. */
export function costTable({ tickets, slower }: Measured, desk: Work, floor: Work): Table {
  const rows: Row[] = [
    { what: 'JavaScript to the first list, gzip', desk: desk.first.script, budget: 180_000, show: kilobytes },
    { what: 'style sheets to the first list, gzip', desk: desk.first.style, budget: 40_000, show: kilobytes },
    { what: 'requests to the first list', desk: desk.first.requests, show: whole.format },
    { what: 'of them for other hosts', desk: desk.first.elsewhere, budget: 0, show: whole.format },
    { what: 'over the wire to the first list', desk: desk.first.bytes, show: kilobytes },
    { what: 'requests on a second visit', desk: desk.again.requests, show: whole.format },
    { what: 'over the wire on a second visit', desk: desk.again.bytes, show: kilobytes },
    {
      what: 'largest contentful paint',
      desk: desk.first.lcp,
      floor: floor.first.lcp,
      budget: 2500,
      show: milliseconds,
    },
    { what: 'layout shift', desk: desk.first.cls, budget: 0.01, show: fine.format },
    ...paintRows('next paint after j', desk.paints.j, floor.paints.j),
    ...paintRows('next paint after opening a ticket', desk.paints.open, floor.paints.open),
    ...paintRows('next paint after j with a ticket open', desk.paints.next, floor.paints.next),
    ...paintRows('next paint after a letter of a search', desk.paints.type, floor.paints.type),
    { what: 'interaction to next paint (INP)', desk: desk.inp, floor: floor.inp, budget: 200, show: milliseconds },
    ...frameRows(desk.frames, floor.frames),
    {
      what: 'questions a second while a search is typed, after the first',
      desk: ((desk.asked.requests - 1) / desk.asked.milliseconds) * 1000,
      budget: 1000 / 150,
      show: fine.format,
    },
  ];
  return {
    heading: `The web app of ${whole.format(tickets)} tickets in Chromium, its processor ${slower === 1 ? 'as fast as it is' : `${slower} times slower`}, beside a page that does the same with nothing behind it`,
    columns: ['', 'desk', 'floor', 'of floor', 'budget', ''],
    rows: rows.map(({ what, desk: value, floor: least, budget, show }) => [
      what,
      show(value),
      least === undefined ? '' : show(least),
      least === undefined ? '' : fine.format(value / least),
      budget === undefined ? '' : show(budget),
      budget === undefined ? '' : value <= budget ? 'ok' : 'miss',
    ]),
  };
}

const paintRows = (what: string, desk: readonly number[], floor: readonly number[]): Row[] => [
  { what: `${what}, median`, desk: median(desk), floor: median(floor), budget: 50, show: milliseconds },
  { what: `${what}, worst`, desk: Math.max(...desk), floor: Math.max(...floor), budget: 100, show: milliseconds },
];

const frameRows = (desk: readonly number[], floor: readonly number[]): Row[] => [
  { what: 'frame while scrolling, median', desk: median(desk), floor: median(floor), budget: 17, show: milliseconds },
  {
    what: 'frame while scrolling, 99 of 100',
    desk: percentile(desk, 0.99),
    floor: percentile(floor, 0.99),
    show: milliseconds,
  },
  {
    what: 'share of late frames while scrolling',
    desk: lateShare(desk),
    floor: lateShare(floor),
    budget: 0.05,
    show: fine.format,
  },
];
