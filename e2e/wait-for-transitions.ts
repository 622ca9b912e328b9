import type { Page } from '@playwright/test';

/** Waits until overlays are positioned, and transitions have finished, such as those of the theme's colours. */
export const waitForTransitions = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // The page handles a new window size in the first of two frames.
    for (let frame = 0; frame < 2; frame++) await new Promise(resolve => requestAnimationFrame(resolve));
    const transitions = document.getAnimations().filter(animation => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
