import type { Page } from '@playwright/test';

/** What the browser's own clock for this resolves: a paint within a frame is not told at all. */
const frame = 16;
const restMilliseconds = 400;

/** From each of so many interactions to the next paint, in milliseconds; what painted within a frame counts as one. */
export async function paintsAfter(page: Page, times: number, act: (turn: number) => Promise<void>): Promise<number[]> {
  const paints: number[] = [];
  for (let turn = 0; turn < times; turn++) {
    await page.evaluate(() => void window.observed.paints.splice(0));
    await act(turn);
    await page.waitForTimeout(restMilliseconds);
    const seen = await page.evaluate(() => window.observed.paints);
    paints.push(Math.max(frame, ...seen));
  }
  return paints;
}

/** Scrolls by so many pixels, as fast as a hand does that looks for something. Answers the milliseconds between frames. */
export async function framesWhileScrolling(page: Page, pixels: number, pixelsPerSecond: number): Promise<number[]> {
  const developer = await page.context().newCDPSession(page);
  const stop = await page.evaluateHandle(() => {
    window.observed.frames.splice(0);
    return window.watchFrames();
  });
  await developer.send('Input.synthesizeScrollGesture', {
    x: 400,
    y: 500,
    yDistance: -pixels,
    speed: pixelsPerSecond,
    gestureSourceType: 'mouse',
    preventFling: true,
  });
  await stop.evaluate(stopWatching => stopWatching());
  return page.evaluate(() => window.observed.frames.slice(1));
}
