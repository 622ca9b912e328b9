import { useAction } from '../keyboard/use-action.ts';
import { Icon } from '../ui/icon.tsx';
import { Key } from '../ui/key.tsx';
import css from './gist.module.css';
import { useIsStarred, useToggleStar } from './star.ts';

/** Stars or unstars a gist. */
export function StarButton({ id }: { id: string }) {
  const starred = useIsStarred()(id);
  const toggleStar = useToggleStar();
  const toggle = () => toggleStar(id);
  useAction('gist.star', starred === undefined ? null : toggle);
  return (
    <button
      type="button"
      className={`button ${css.starButton}`}
      aria-pressed={starred ?? false}
      disabled={starred === undefined}
      onClick={toggle}
    >
      <Icon name={starred ? 'star' : 'star-outline'} size={14} />
      {starred ? 'Starred' : 'Star'} <Key keys="s" />
    </button>
  );
}
