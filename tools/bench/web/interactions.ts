import type { Page } from '@playwright/test';

/** The resolution of event timing: paints within one frame are not reported. */
const frameMilliseconds = 16;
const restMilliseconds = 400;

/** Measures milliseconds from each interaction to the next paint. A paint within a frame counts as one frame. */
export async function measurePaints(
  page: Page,
  times: number,
  act: (index: number) => Promise<void>,
): Promise<number[]> {
  const paints: number[] = [];
  for (let index = 0; index < times; index++) {
    await page.evaluate(() => void window.observed.paints.splice(0));
    await act(index);
    await page.waitForTimeout(restMilliseconds);
    const durations = await page.evaluate(() => window.observed.paints);
    paints.push(Math.max(frameMilliseconds, ...durations));
  }
  return paints;
}

/** Scrolls by a number of pixels. @returns the milliseconds between frames */
export async function measureFrames(page: Page, pixels: number, pixelsPerSecond: number): Promise<number[]> {
  const devtools = await page.context().newCDPSession(page);
  const stop = await page.evaluateHandle(() => {
    window.observed.frames.splice(0);
    return window.watchFrames();
  });
  await devtools.send('Input.synthesizeScrollGesture', {
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
