import { isApple } from '../ui/platform.ts';
import { type ActionName, describeAction } from './actions.ts';
import { formatStroke, type KeyPress } from './keystroke.ts';

/** Returns whether a key event matches an action, for components that handle their own keys. */
export const matchesAction = (action: ActionName, pressed: KeyPress): boolean =>
  formatStroke(pressed, isApple) === describeAction(action).keys;
