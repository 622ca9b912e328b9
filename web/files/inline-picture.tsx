import { use } from 'react';
import { getFilePath } from './file-path.ts';
import css from './inline-picture.module.css';
import { getPictureSize, limitHeight, MessagePicturesContext, OpenPictureContext } from './pictures.ts';

const maxHeightPixels = 480;

/** A picture in the text of its message. Shows the alternative text if the message has no picture with this id. */
export function InlinePicture({ id, alt }: { id: string; alt: string }) {
  const picture = use(MessagePicturesContext).get(id);
  const open = use(OpenPictureContext);
  if (!picture) return <span>{alt || 'Picture'}</span>;
  const { file, unavailable } = picture;
  const size = file.width === null ? null : limitHeight(getPictureSize(file), maxHeightPixels);
  const style = size
    ? { width: size.width, aspectRatio: `${size.width} / ${size.height}` }
    : { maxHeight: maxHeightPixels };
  if (unavailable !== null) {
    return (
      <span className={css.missing} style={style}>
        <span>{alt || file.name}</span>
        <span>{unavailable}</span>
      </span>
    );
  }
  const image = (
    <img
      className={css.picture}
      src={getFilePath(file)}
      alt={alt || file.name}
      {...size}
      style={style}
      loading="lazy"
      decoding="async"
    />
  );
  if (!open) return image;
  return (
    <button type="button" className={css.button} onClick={() => open(id, true)}>
      {image}
    </button>
  );
}
