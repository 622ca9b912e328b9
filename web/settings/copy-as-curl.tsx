import { formatCurlCommand } from '../list/curl-command.ts';
import { useApiUrl } from '../session/queries.ts';
import { copyToClipboard } from '../toasts/copy-to-clipboard.ts';
import { Icon } from '../ui/icon.tsx';
import css from './settings.module.css';

/** A button that copies the curl command for a path of the API. Phones show only its icon. */
export function CopyAsCurl({ path }: { path: string }) {
  const command = formatCurlCommand(`${useApiUrl()}/v1${path}`);
  return (
    <button
      type="button"
      className="button"
      aria-label="Copy as curl"
      onClick={() => void copyToClipboard('Command', command)}
    >
      <Icon name="terminal" size={14} /> <span className={css.curl}>Copy as curl</span>
    </button>
  );
}
