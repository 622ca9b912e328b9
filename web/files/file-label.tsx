import { formatSize } from '../ui/format-size.ts';
import { Icon } from '../ui/icon.tsx';
import { getFileIcon } from './file-icon.ts';
import css from './file-label.module.css';

/** Number of final characters that stay visible if a name is cut off. */
const endCharacters = 8;

type FileLabelProps = {
  name: string;
  /** In bytes. */
  size?: number | undefined;
  /** URL of the file's thumbnail. Without a thumbnail, an icon is shown. */
  thumbnail?: string | undefined;
};

/** A file in one line: its icon or thumbnail, name and size. */
export function FileLabel({ name, size, thumbnail }: FileLabelProps) {
  const characters = [...name];
  return (
    <span className={css.label}>
      {thumbnail === undefined ? (
        <Icon name={getFileIcon(name)} />
      ) : (
        <img src={thumbnail} alt="" width={32} height={32} decoding="async" />
      )}
      <bdi className={css.name} title={name}>
        <span className="truncate">{characters.slice(0, -endCharacters).join('')}</span>
        <span>{characters.slice(-endCharacters).join('')}</span>
      </bdi>
      {size !== undefined && <span className={css.size}>{formatSize(size)}</span>}
    </span>
  );
}
