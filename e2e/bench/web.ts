import { writeFile } from 'node:fs/promises';
import type { Browser } from '@playwright/test';
import { Command, InvalidArgumentError } from 'commander';
import { fillIn } from '../program.ts';
import { describeMachine, loadOfMachine } from './machine.ts';
import { person } from './oauth/program.ts';
import { asMarkdown, asText } from './table.ts';
import { openBrowser, openWindow } from './web/browser.ts';
import { floor, inbox } from './web/screens.ts';
import { costTable } from './web/tables.ts';
import { type Work, workOn } from './web/work.ts';
import { openWebDesk } from './web-desk.ts';

type Options = { tickets: number; rows: number; slower: number; json?: string; markdown?: true };

/** All that was measured. */
type Results = { machine: string; tickets: number; desk: Work; floor: Work };

/** `npm run bench -- web`: the production build in a browser, against its budgets. */
export const webBench = (): Command =>
  new Command('web')
    .description('the web app in a browser against its budgets, and against a page with nothing behind it')
    .option('--tickets <n>', 'size of the desk', readNumber, 100_000)
    .option('--rows <n>', 'how many rows to scroll through', readNumber, 5000)
    // An office laptop beside what developers have.
    .option('--slower <n>', 'how many times slower the processor is made, 1 to 20', readSlower, 4)
    .option('--json <file>', 'write everything that was measured to a file')
    .option('--markdown', 'print tables of Markdown')
    .action(async ({ tickets, rows, slower, json, markdown }: Options) => {
      const results = await measure(tickets, rows, slower);
      if (json !== undefined) await writeFile(json, JSON.stringify(results, null, 2));
      const write = markdown ? asMarkdown : asText;
      console.log([results.machine, write(costTable({ tickets, slower }, results.desk, results.floor))].join('\n\n'));
    });

async function measure(tickets: number, rows: number, slower: number): Promise<Results> {
  const before = loadOfMachine();
  tell('building, and looking for a browser');
  const browser = await openBrowser();
  try {
    tell(`a desk of ${tickets} tickets`);
    const desk = await openWebDesk(tickets);
    try {
      const signedIn = await signIn(browser, desk.publicUrl);
      tell('working on the floor');
      const floorWork = await workOn(await openWindow(browser), floor, { rows, slower });
      tell('working on the desk');
      const deskWork = await workOn(await openWindow(browser, signedIn), inbox(desk.publicUrl), { rows, slower });
      return { machine: describeMachine(before, loadOfMachine()), tickets, desk: deskWork, floor: floorWork };
    } finally {
      await desk.stop();
    }
  } finally {
    await browser.close();
  }
}

/** The cookies of somebody who has signed in; what else their browser kept is left behind. */
async function signIn(browser: Browser, publicUrl: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(publicUrl);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await fillIn(page, person);
  await page.getByRole('navigation', { name: 'Desk' }).waitFor();
  const state = await context.storageState();
  await context.close();
  return { ...state, origins: [] };
}

const tell = (text: string): void => console.error(text);

function readNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 100 && number <= 10_000_000) return number;
  throw new InvalidArgumentError('It is a whole number from 100.');
}

function readSlower(text: string): number {
  const number = Number(text);
  if (number >= 1 && number <= 20) return number;
  throw new InvalidArgumentError('It is a number from 1 to 20.');
}
