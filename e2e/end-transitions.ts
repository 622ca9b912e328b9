import type { Page } from '@playwright/test';

/** Waits until what is open has found its place in the window, and colours are those of the chosen theme. */
export const endTransitions = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // In the first of two frames the page hears of its window.
    for (let frame = 0; frame < 2; frame++) await new Promise(resolve => requestAnimationFrame(resolve));
    const transitions = document.getAnimations().filter(animation => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
