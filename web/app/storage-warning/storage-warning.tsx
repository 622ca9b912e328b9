import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { storageWarningShare } from '#contract/default-settings';
import { limitsQuery } from '../../files/queries.ts';
import { tabStorage } from '../../storage/browser-storage.ts';
import { formatSize } from '../../ui/format-size.ts';
import { Icon } from '../../ui/icon.tsx';
import css from './storage-warning.module.css';

const intervalMilliseconds = 60_000;

/** Storage key of the warning level that was dismissed in this tab. */
const dismissedKey = 'storage-warning-dismissed';

/**
 * Warns that the storage of the desk is nearly full, or full. A warning that was dismissed while the storage was nearly
 * full returns once the storage is full.
 */
export default function StorageWarning() {
  const { data } = useQuery({ ...limitsQuery, staleTime: intervalMilliseconds, refetchInterval: intervalMilliseconds });
  const [dismissed, setDismissed] = useState(() => tabStorage.get(dismissedKey));
  const { used = 0, allowed = null } = data?.storage_bytes ?? {};
  if (allowed === null || used < allowed * storageWarningShare) return null;
  const level = used < allowed ? 'nearly-full' : 'full';
  if (dismissed === level || dismissed === 'full') return null;
  const dismiss = (): void => {
    tabStorage.set(dismissedKey, level);
    setDismissed(level);
    document.getElementById('content')?.focus();
  };
  return (
    <section className={css.warning} aria-label="Storage" data-warning>
      <Icon name="alert" size={14} />
      <p role="status">
        <strong>
          {`Files and emails use ${Math.floor((used / allowed) * 100)}% of the storage limit (${formatSize(used)} of ${formatSize(allowed)}).`}
        </strong>{' '}
        {level === 'full'
          ? 'Files cannot be attached now. Email still arrives.'
          : 'At 100%, files can no longer be attached. Email will still arrive.'}
      </p>
      <Link to="/settings/desk">Change the limit</Link>
      <button type="button" onClick={dismiss}>
        Dismiss
      </button>
    </section>
  );
}
