import { Icon } from '../ui/icon.tsx';
import css from './download-link.module.css';
import { getDownloadPath } from './file-path.ts';

type DownloadLinkProps = {
  file: { id: string; name: string };
  /** Why the file is not served; null if it is served. */
  unavailable: string | null;
};

/** A link that downloads a file, or the reason why it is unavailable. */
export const DownloadLink = ({ file, unavailable }: DownloadLinkProps) =>
  unavailable === null ? (
    <a className={css.link} href={getDownloadPath(file)} download={file.name}>
      <Icon name="download" size={14} /> Download<span className="visually-hidden"> {file.name}</span>
    </a>
  ) : (
    <span>{unavailable}</span>
  );
