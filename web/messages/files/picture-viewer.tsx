import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { getDownloadPath, getFilePath } from '../../files/file-path.ts';
import { getPictureSize } from '../../files/pictures.ts';
import { matchesAction } from '../../keyboard/matches-action.ts';
import { getPreferences } from '../../storage/preferences.ts';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import css from './picture-viewer.module.css';
import type { ThreadPicture } from './thread-pictures.ts';

type PictureViewerProps = {
  pictures: readonly ThreadPicture[];
  index: number;
  onMove: (picture: ThreadPicture) => void;
  /** Scrolls to the message of the picture. */
  onOpenMessage: () => void;
};

/** Shows a picture in its full size, as far as the window allows. Buttons show its neighbours in the thread. */
export default function PictureViewer({ pictures, index, onMove, onOpenMessage }: PictureViewerProps) {
  const viewer = useRef<HTMLDivElement>(null);
  const picture = pictures[index];
  useEffect(() => viewer.current?.focus(), []);
  if (!picture) return null;
  const { file, message } = picture;
  const [previous, next] = [pictures[index - 1], pictures[index + 1]];
  const handleKeyDown = (event: KeyboardEvent): void => {
    const areLettersOn = getPreferences().shortcuts;
    const action = keys.find(([name, isLetter]) => (areLettersOn || !isLetter) && matchesAction(name, event));
    if (!action) return;
    event.preventDefault();
    const target = action[2] > 0 ? next : previous;
    if (target) onMove(target);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it has the focus and handles the keys
    <div ref={viewer} className={css.viewer} tabIndex={-1} onKeyDown={handleKeyDown}>
      <Picture key={file.id} picture={picture} />
      <footer>
        <span role="status">
          <bdi>{message.author_name}</bdi>
          {pictures.length > 1 && ` · ${index + 1} of ${pictures.length}`}
        </span>
        {pictures.length > 1 && (
          <>
            <Move label="Previous" keys="k" to={previous} onMove={onMove} />
            <Move label="Next" keys="j" to={next} onMove={onMove} />
          </>
        )}
        <a className="button" href={getDownloadPath(file)} download={file.name}>
          <Icon name="download" size={14} /> Download
        </a>
        <button type="button" className="button" onClick={onOpenMessage}>
          Open message
        </button>
      </footer>
    </div>
  );
}

/** For each action: whether its key is a letter, and its direction. Letter keys can be disabled in the preferences. */
const keys = [
  ['picture.next', true, 1],
  ['picture.previous', true, -1],
  ['picture.right', false, 1],
  ['picture.left', false, -1],
] as const;

type MoveProps = {
  label: string;
  keys: string;
  to: ThreadPicture | undefined;
  onMove: PictureViewerProps['onMove'];
};

/** A button that stays focusable at the first or last picture, where it does nothing. */
const Move = ({ label, keys: key, to, onMove }: MoveProps) => (
  <button type="button" className="button" aria-disabled={to === undefined} onClick={() => to && onMove(to)}>
    {label} <KeyHint keys={key} />
  </button>
);

/** The picture in a frame that has its final size before the picture is loaded. */
function Picture({ picture: { file } }: { picture: ThreadPicture }) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);
  const retry = (): void => {
    setState('loading');
    setAttempt(attempt + 1);
  };
  return (
    <div className={css.frame} aria-busy={state === 'loading'}>
      {state === 'failed' ? (
        <p role="alert">
          Couldn’t load the picture.{' '}
          <button type="button" className="button" onClick={retry}>
            Try again
          </button>
        </p>
      ) : (
        <img
          key={attempt}
          src={getFilePath(file)}
          alt={file.name}
          {...getPictureSize(file)}
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
        />
      )}
    </div>
  );
}
