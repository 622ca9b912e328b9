import { type DeepPage, findDeepPage } from './deep-page.ts';
import type { BenchDesk } from './desk.ts';
import { createLoadGenerator, type LoadGenerator, type LoadRequest } from './load-generator.ts';
import { createDeskRequests, deepPage, type GrowingList } from './requests.ts';
import { median } from './statistics.ts';

const rounds = 4;
/** The timeout for finding a deep page. */
const findSeconds = 30;

/** The median duration of a list page by desk size, one request at a time. */
export type ListGrowth = {
  list: string;
  /** By number of tickets: the milliseconds and the page number. */
  bySize: Record<number, { milliseconds: number; page: number }>;
};

/** Measures every list on all desks in alternating rounds. */
export async function measureGrowth(
  desks: readonly BenchDesk[],
  seconds: number,
  log: (text: string) => void,
): Promise<ListGrowth[]> {
  const targets = desks.map(desk => ({
    desk,
    load: createLoadGenerator(desk.url, 1),
    lists: createDeskRequests(desk).growing,
  }));
  const [{ lists: names } = { lists: [] }] = targets;
  const growths: ListGrowth[] = [];
  for (const [index, { name, deep }] of names.entries()) {
    const list = deep ? `${name}, page ${deepPage.toLocaleString('en')}` : name;
    log(list);
    const pages = [];
    for (const { desk, load, lists } of targets) pages.push({ desk, load, ...(await findPage(desk, lists[index])) });
    const medians = await measureRounds(pages, seconds);
    const bySize = pages.map(({ desk, page }, position) => [
      desk.tickets,
      { milliseconds: medians[position] ?? Number.NaN, page },
    ]);
    growths.push({ list, bySize: Object.fromEntries(bySize) });
  }
  for (const { load } of targets) await load.close();
  return growths;
}

const findPage = async (desk: BenchDesk, { path, deep }: GrowingList = { name: '', path: '' }): Promise<DeepPage> =>
  deep ? findDeepPage(desk, path, deepPage, findSeconds) : { path, page: 1 };

/** Returns the median milliseconds on each desk. The first round is a warm-up. */
async function measureRounds(
  pages: readonly (DeepPage & { desk: BenchDesk; load: LoadGenerator })[],
  seconds: number,
): Promise<number[]> {
  const milliseconds: number[][] = pages.map(() => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { path, desk, load }] of pages.entries()) {
      const request: LoadRequest = { method: 'GET', path, headers: desk.headers, status: 200 };
      const result = await load.send(() => request, seconds / rounds);
      if (round > 0) milliseconds[index]?.push(...result.milliseconds);
    }
  }
  return milliseconds.map(median);
}
