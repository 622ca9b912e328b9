import { Icon } from '../ui/icon.tsx';
import css from './download-link.module.css';
import { getDownloadPath } from './file-path.ts';

/** A link that downloads a file. */
export const DownloadLink = ({ file }: { file: { id: string; name: string } }) => (
  <a className={css.link} href={getDownloadPath(file)} download={file.name}>
    <Icon name="download" size={14} /> Download<span className="visually-hidden"> {file.name}</span>
  </a>
);
