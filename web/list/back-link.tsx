import { Link, type LinkProps, useNavigate } from '@tanstack/react-router';
import { useAction } from '../keyboard/use-action.ts';
import { Icon } from '../ui/icon.tsx';
import css from './detail-pane.module.css';

type BackLinkProps = { label: string; to: Pick<LinkProps, 'to' | 'params' | 'search'> };

/** Link back to the list. Escape works at any width; the icon shows only on narrow screens, which hide the list. */
export function BackLink({ label, to }: BackLinkProps) {
  const navigate = useNavigate();
  useAction('back', () => void navigate(to));
  return (
    <Link {...to} activeOptions={{ exact: true }} className={`icon-button ${css.back}`} aria-label={label}>
      <Icon name="back" />
    </Link>
  );
}
