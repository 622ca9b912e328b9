import { type DeepPage, findDeepPage } from './deep-page.ts';
import type { Desk } from './desk.ts';
import { connect, type Load, type Shot } from './fire.ts';
import { deepPage, type Growing, requestsOf } from './requests.ts';
import { median } from './statistics.ts';

const rounds = 4;
/** The limit for finding a deep page. */
const walkSeconds = 30;

/** The median milliseconds of a page on desks of several sizes, one request at a time. */
export type Growth = {
  list: string;
  /** By number of tickets: the milliseconds and the page number. */
  bySize: Record<number, { milliseconds: number; page: number }>;
};

/** Measures every list on all desks in alternating rounds. */
export async function measureGrowth(
  desks: readonly Desk[],
  seconds: number,
  log: (text: string) => void,
): Promise<Growth[]> {
  const targets = desks.map(desk => ({ desk, load: connect(desk.url, 1), lists: requestsOf(desk).growing }));
  const [{ lists: names } = { lists: [] }] = targets;
  const growths: Growth[] = [];
  for (const [index, { name, deep }] of names.entries()) {
    const list = deep ? `${name}, page ${deepPage.toLocaleString('en')}` : name;
    log(list);
    const pages = [];
    for (const { desk, load, lists } of targets) pages.push({ desk, load, ...(await findPage(desk, lists[index])) });
    const measured = await measureRounds(pages, seconds);
    const bySize = pages.map(({ desk, page }, at) => [
      desk.tickets,
      { milliseconds: measured[at] ?? Number.NaN, page },
    ]);
    growths.push({ list, bySize: Object.fromEntries(bySize) });
  }
  for (const { load } of targets) await load.close();
  return growths;
}

const findPage = async (desk: Desk, { path, deep }: Growing = { name: '', path: '' }): Promise<DeepPage> =>
  deep ? findDeepPage(desk, path, deepPage, walkSeconds) : { path, page: 1 };

/** Returns the median milliseconds on each desk. The first round is a warm-up. */
async function measureRounds(
  pages: readonly (DeepPage & { desk: Desk; load: Load })[],
  seconds: number,
): Promise<number[]> {
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
