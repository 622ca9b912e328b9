import { type ActionName, describeAction } from '../../keyboard/actions.ts';
import { useRunAction } from '../../keyboard/use-action.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';

const shortLabels: Readonly<Partial<Record<ActionName, string>>> = {
  'mail.add': 'Add to ticket…',
  'mail.discard': 'Discard',
};

type ActionButtonProps = { action: ActionName; icon: IconName; isPrimary?: boolean };

/** A button that runs an action and shows its key. */
export function ActionButton({ action, icon, isPrimary = false }: ActionButtonProps) {
  const run = useRunAction();
  const { label, keys } = describeAction(action);
  return (
    <button type="button" className={isPrimary ? 'button primary' : 'button'} onClick={() => run(action)}>
      <Icon name={icon} size={14} /> {shortLabels[action] ?? label} {keys !== undefined && <KeyHint keys={keys} />}
    </button>
  );
}
