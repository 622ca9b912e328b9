import { useAction, useRunAction } from '../keyboard/use-action.ts';
import { useApiUrl } from '../session/queries.ts';
import { copyToClipboard } from '../toasts/copy-to-clipboard.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { KeyHint } from '../ui/key-hint.tsx';
import { MenuList } from '../ui/menu-list.tsx';
import { Popup } from '../ui/popup.tsx';
import { formatCurlCommand } from './curl-command.ts';
import css from './share-menu.module.css';

/**
 * Menu that copies the link to a list, or its curl command.
 *
 * @param path the path and query, the same in the web app and in the API: `/tickets?state=open`
 */
export function ShareMenu({ path }: { path: string }) {
  const link = location.origin + path;
  const command = formatCurlCommand(`${useApiUrl()}/v1${path}`);
  useAction('list.link', () => void copyToClipboard('Link', link));
  useAction('list.curl', () => void copyToClipboard('Command', command));
  const run = useRunAction();
  const button = (
    <>
      <Icon name="link" />
      <span className="visually-hidden">Share this list</span>
    </>
  );
  return (
    <Popup label="Share this list" button={button} buttonClass="icon-button" width={320}>
      {close => {
        const choose = (action: 'list.link' | 'list.curl') => (): void => {
          run(action);
          close();
        };
        return (
          <MenuList>
            <CopyChoice icon="link" name="Copy link" keys="y l" sample={link} onChoose={choose('list.link')} />
            <CopyChoice
              icon="terminal"
              name="Copy as curl"
              keys="y c"
              sample={command}
              onChoose={choose('list.curl')}
            />
            {path.includes('_id=me') && (
              <p className={css.hint}>“me” is the person who opens the link or runs the command.</p>
            )}
          </MenuList>
        );
      }}
    </Popup>
  );
}

type CopyChoiceProps = { icon: IconName; name: string; keys: string; sample: string; onChoose: () => void };

function CopyChoice({ icon, name, keys, sample, onChoose }: CopyChoiceProps) {
  return (
    <button type="button" className={css.choice} onClick={onChoose}>
      <Icon name={icon} size={14} />
      <span>{name}</span>
      <KeyHint keys={keys} />
      <code className="truncate" title={sample} aria-hidden="true">
        {sample}
      </code>
    </button>
  );
}
