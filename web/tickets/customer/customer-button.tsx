import { useRunAction } from '../../keyboard/use-action.ts';
import { usePreferences } from '../../storage/preferences.ts';
import { Icon } from '../../ui/icon.tsx';
import { useTitleWithKeys } from '../../ui/key-hint.tsx';
import css from './customer-panel.module.css';
import { useHasRoom } from './use-has-room.ts';

const label = 'Customer details';

/** Shows or hides the customer: beside the ticket, or as a sheet in narrow windows. */
export function CustomerButton() {
  const run = useRunAction();
  const hasRoom = useHasRoom();
  const { customerPanel } = usePreferences();
  return (
    <button
      type="button"
      className={`icon-button ${css.button}`}
      aria-label={label}
      title={useTitleWithKeys(label, 'i')}
      {...(hasRoom ? { 'aria-pressed': customerPanel } : { 'aria-haspopup': 'dialog' })}
      onClick={() => run('customer.panel')}
    >
      <Icon name="person" />
    </button>
  );
}
