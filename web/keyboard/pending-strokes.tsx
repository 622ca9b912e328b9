import { useStore } from '../storage/observable-store.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import { describeAction } from './actions.ts';
import css from './pending-strokes.module.css';
import { useKeyboard } from './use-action.ts';

/** Shows the pressed keys of an incomplete sequence, and the possible next keys. */
export function PendingStrokes() {
  const keyboard = useKeyboard();
  const pending = useStore(keyboard.pending);
  if (pending === '') return null;
  return (
    <div className={css.pending} aria-hidden="true">
      <KeyHint keys={pending} />
      <ul>
        {keyboard.getContinuations(pending).map(name => {
          const { keys = '', label } = describeAction(name);
          return (
            <li key={name}>
              <KeyHint keys={keys.slice(pending.length + 1)} />
              {label}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
