import { isApple } from '../ui/platform.ts';
import { type ActionName, describeAction } from './actions.ts';
import { type Pressed, strokeOf } from './keystroke.ts';

/** Returns whether a key event matches an action, for components that handle their own keys. */
export const isKeyOf = (action: ActionName, pressed: Pressed): boolean =>
  strokeOf(pressed, isApple) === describeAction(action).keys;
