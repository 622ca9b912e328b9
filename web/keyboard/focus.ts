const fields = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]';
const layers = 'dialog, [role=dialog], [role=listbox], [role=menu]';
const opened = ':popover-open, dialog[open], [data-expanded]';

/** True where keystrokes are text. */
export const isField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.matches(fields);

/** True in a layer above the page. */
export const isInLayer = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(layers) !== null;

/** True while something lies over the page: a dialog, a popup, a list to choose from. */
export const isLayerOpen = (): boolean => document.querySelector(opened) !== null;

/** True while a dialog makes the page beneath it unreachable. */
export const isModalOpen = (): boolean => document.querySelector('dialog:modal') !== null;

/** True where Enter presses what has the focus. */
export const isPress = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Enter' && target instanceof Element && target.closest('a[href], button, summary') !== null;

/** Whether a button is in sight, and neither disabled nor covered. */
export const canBePressed = (button: HTMLElement | null): boolean =>
  button?.checkVisibility() === true && !button.matches(':disabled, [inert] *');
