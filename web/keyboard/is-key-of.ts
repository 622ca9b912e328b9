import { isApple } from '../ui/platform.ts';
import { type ActionName, describeAction } from './actions.ts';
import { type Pressed, strokeOf } from './keystroke.ts';

/** Whether a key is that of an action: for the lists, fields and forms that hear their own. */
export const isKeyOf = (action: ActionName, pressed: Pressed): boolean =>
  strokeOf(pressed, isApple) === describeAction(action).keys;
