import type { Page } from '@playwright/test';

/** Finds visible controls that are covered or unreachable. Also reports a page wider than the window. */
export const findUnreachableControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls = 'a[href], button, input, select, textarea, summary, [contenteditable="true"]';
    // An overlay must be closed before the page can be used.
    const scope = [...document.querySelectorAll('dialog:modal, [popover="auto"]:popover-open')].at(-1) ?? document;
    const isVisibleAndEnabled = (control: Element): boolean =>
      control.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
      !control.matches(':disabled, [inert] *') &&
      getComputedStyle(control).pointerEvents !== 'none' &&
      control.closest('.visually-hidden') === null &&
      control.getBoundingClientRect().width > 2;
    const isReachable = (control: Element): boolean => {
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      // Uses the first line of a wrapped link.
      const { left, top, width, height } = control.getClientRects()[0] ?? new DOMRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
      return [control, ...labels].some(each => each.contains(hit) || hit?.contains(each) === true);
    };
    const unreachable = [...scope.querySelectorAll(controls)].filter(
      control => isVisibleAndEnabled(control) && !isReachable(control),
    );
    const { scrollWidth, clientWidth } = document.documentElement;
    const tooWide = scrollWidth > clientWidth ? [`The page is ${scrollWidth - clientWidth} pixels too wide.`] : [];
    return [...tooWide, ...unreachable.map(control => control.outerHTML.slice(0, 200))];
  });

/** Finds elements with transitions or animations, which prefers-reduced-motion forbids. */
export const findMovingElements = (page: Page): Promise<string[]> =>
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
