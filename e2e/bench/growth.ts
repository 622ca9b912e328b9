import { type DeepPage, findDeepPage } from './deep-page.ts';
import type { Desk } from './desk.ts';
import { connect, type Load, type Shot } from './fire.ts';
import { deepPage, type Growing, requestsOf } from './requests.ts';
import { median } from './statistics.ts';

const rounds = 4;
/** A slow page is not followed for ever. */
const walkSeconds = 30;

/** How long a page takes on desks of several sizes: the median of its milliseconds, one request at a time. */
export type Growth = {
  list: string;
  /** By number of tickets: milliseconds, and which page it was. */
  bySize: Record<number, { milliseconds: number; page: number }>;
};

/** Measures every growing list on all desks, taking turns between them. */
export async function measureGrowth(
  desks: readonly Desk[],
  seconds: number,
  say: (text: string) => void,
): Promise<Growth[]> {
  const asked = desks.map(desk => ({ desk, load: connect(desk.url, 1), lists: requestsOf(desk).growing }));
  const [{ lists: names } = { lists: [] }] = asked;
  const growths: Growth[] = [];
  for (const [index, { name, deep }] of names.entries()) {
    const list = deep ? `${name}, page ${deepPage.toLocaleString('en')}` : name;
    say(list);
    const pages = [];
    for (const { desk, load, lists } of asked) pages.push({ desk, load, ...(await pageOf(desk, lists[index])) });
    const measured = await inTurns(pages, seconds);
    const bySize = pages.map(({ desk, page }, at) => [
      desk.tickets,
      { milliseconds: measured[at] ?? Number.NaN, page },
    ]);
    growths.push({ list, bySize: Object.fromEntries(bySize) });
  }
  for (const { load } of asked) await load.close();
  return growths;
}

const pageOf = async (desk: Desk, { path, deep }: Growing = { name: '', path: '' }): Promise<DeepPage> =>
  deep ? findDeepPage(desk, path, deepPage, walkSeconds) : { path, page: 1 };

/** The median milliseconds on each desk; what was asked in the first round has warmed it. */
async function inTurns(pages: readonly (DeepPage & { desk: Desk; load: Load })[], seconds: number): Promise<number[]> {
  const milliseconds: number[][] = pages.map(() => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { path, desk, load }] of pages.entries()) {
      const shot: Shot = { method: 'GET', path, headers: desk.headers, status: 200 };
      const measured = await load.fire(() => shot, seconds / rounds);
      if (round > 0) milliseconds[index]?.push(...measured.milliseconds);
    }
  }
  return milliseconds.map(median);
}
