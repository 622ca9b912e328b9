import { useQuery } from '@tanstack/react-query';
import { useAction } from '../keyboard/use-action.ts';
import { Icon } from '../ui/icon.tsx';
import { Key } from '../ui/key.tsx';
import css from './gist.module.css';
import { starredGists } from './queries.ts';
import { useStar } from './star.ts';

/** Stars a gist, or takes the star off. */
export function StarButton({ id }: { id: string }) {
  const { data: ids } = useQuery(starredGists);
  const { mutate } = useStar(id);
  const starred = ids?.has(id) ?? false;
  const toggle = () => mutate(!starred);
  useAction('gist.star', ids ? toggle : null);
  return (
    <button
      type="button"
      className={`button ${css.starButton}`}
      aria-pressed={starred}
      disabled={!ids}
      onClick={toggle}
    >
      <Icon name={starred ? 'star' : 'star-outline'} size={14} />
      {starred ? 'Starred' : 'Star'} <Key keys="s" />
    </button>
  );
}
