import type { Page } from '@playwright/test';

/**
 * The controls on the screen that cannot be used although they are shown: nowhere to be scrolled to, or under something
 * else. And the page, where it is wider than its window.
 */
export const outOfReach = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls = 'a[href], button, input, select, textarea, summary, [contenteditable="true"]';
    // What lies over the rest is used before it.
    const place = [...document.querySelectorAll('dialog:modal, [popover="auto"]:popover-open')].at(-1) ?? document;
    const isMeant = (control: Element): boolean =>
      control.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
      !control.matches(':disabled, [inert] *') &&
      getComputedStyle(control).pointerEvents !== 'none' &&
      control.closest('.visually-hidden') === null &&
      control.getBoundingClientRect().width > 2;
    const isMet = (control: Element): boolean => {
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      // A link that goes on in the next line has no middle.
      const { left, top, width, height } = control.getClientRects()[0] ?? new DOMRect();
      const met = document.elementFromPoint(left + width / 2, top + height / 2);
      const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
      return [control, ...labels].some(each => each.contains(met) || met?.contains(each) === true);
    };
    const missed = [...place.querySelectorAll(controls)].filter(control => isMeant(control) && !isMet(control));
    const { scrollWidth, clientWidth } = document.documentElement;
    const tooWide = scrollWidth > clientWidth ? [`The page is ${scrollWidth - clientWidth} pixels too wide.`] : [];
    return [...tooWide, ...missed.map(control => control.outerHTML.slice(0, 200))];
  });

/** What takes time to move, fade or turn: for whoever asks for less motion, nothing may. */
export const whatMoves = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const longest = (durations: string): number =>
      Math.max(...durations.split(',').map(duration => Number.parseFloat(duration)));
    return [...document.querySelectorAll('*')]
      .filter(element => {
        const { transitionDuration, animationDuration, animationName } = getComputedStyle(element);
        return longest(transitionDuration) > 0.001 || (animationName !== 'none' && longest(animationDuration) > 0.001);
      })
      .map(element => element.outerHTML.slice(0, 200));
  });
