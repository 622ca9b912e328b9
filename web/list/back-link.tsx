import { Link, type LinkProps, useNavigate } from '@tanstack/react-router';
import { useAction } from '../keyboard/use-action.ts';
import { Icon } from '../ui/icon.tsx';
import css from './detail-pane.module.css';

type BackLinkProps = { label: string; to: Pick<LinkProps, 'to' | 'params' | 'search'> };

/** Link back to the list: Escape everywhere, and a button where the list is hidden. */
export function BackLink({ label, to }: BackLinkProps) {
  const navigate = useNavigate();
  useAction('back', () => void navigate(to));
  return (
    <Link {...to} activeOptions={{ exact: true }} className={`icon-button ${css.back}`} aria-label={label}>
      <Icon name="back" />
    </Link>
  );
}
