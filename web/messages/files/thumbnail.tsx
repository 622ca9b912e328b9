import { use, useState } from 'react';
import type { MessageFile } from '#contract';
import { getFilePath } from '../../files/file-path.ts';
import { getPictureSize, OpenPictureContext } from '../../files/pictures.ts';
import { Icon } from '../../ui/icon.tsx';
import css from './message-files.module.css';

/** In pixels. */
const height = 120;
const [minWidth, maxWidth] = [64, 280];

type ThumbnailProps = {
  picture: MessageFile;
  /** Why the picture is not served; null if it is served. */
  unavailable: string | null;
};

/**
 * A picture below its message. A click opens the picture in a dialog. The box has its final size before the picture is
 * loaded.
 */
export function Thumbnail({ picture, unavailable }: ThumbnailProps) {
  const { id, name } = picture;
  const open = use(OpenPictureContext);
  const [isBroken, setBroken] = useState(false);
  const size = getPictureSize(picture);
  const width = Math.round(Math.min(maxWidth, Math.max(minWidth, (size.width / size.height) * height)));
  if (unavailable !== null || isBroken) {
    return (
      <button
        type="button"
        className={css.missing}
        style={{ width }}
        disabled={unavailable !== null}
        onClick={() => open?.(id, false)}
      >
        <Icon name="picture" />
        <bdi className="truncate">{name}</bdi>
        <span>{unavailable ?? 'Couldn’t load'}</span>
      </button>
    );
  }
  return (
    <button type="button" className={css.thumbnail} title={name} onClick={() => open?.(id, false)}>
      <img
        src={getFilePath(picture)}
        alt={name}
        width={width}
        height={height}
        data-small={size.height < height || undefined}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(true)}
      />
    </button>
  );
}
