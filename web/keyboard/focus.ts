const fields = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]';
const layers = 'dialog, [role=dialog], [role=listbox], [role=menu]';
const openLayers = ':popover-open, dialog[open], [data-expanded]';

/** Returns true for text fields and selects. */
export const isField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.matches(fields);

/** Returns true inside a dialog or popup. */
export const isInLayer = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(layers) !== null;

/** Returns true while a dialog, popup or dropdown is open. */
export const isLayerOpen = (): boolean => document.querySelector(openLayers) !== null;

/** Returns true while a modal dialog is open. */
export const isModalOpen = (): boolean => document.querySelector('dialog:modal') !== null;

/** Returns true if Enter activates the focused element. */
export const isActivationKey = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Enter' && target instanceof Element && target.closest('a[href], button, summary') !== null;

/** Returns whether a button is visible, enabled and not inert. */
export const canBePressed = (button: HTMLElement | null): boolean =>
  button?.checkVisibility() === true && !button.matches(':disabled, [inert] *');
