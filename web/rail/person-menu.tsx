import type { ReactNode } from 'react';
import type { ActionName } from '../keyboard/actions.ts';
import { useRun } from '../keyboard/use-action.ts';
import { useProgramsAddress } from '../person/programs-address.ts';
import { usePerson } from '../session/person.ts';
import { useIsSigningOut } from '../session/sign-out.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Key } from '../ui/key.tsx';
import { MenuList } from '../ui/menu-list.tsx';
import { Popup } from '../ui/popup.tsx';
import css from './rail.module.css';
import { useRail } from './rail-open.tsx';

/** Who one is, what one likes, and the way out. */
export function PersonMenu() {
  const person = usePerson();
  const run = useRun();
  const { hide } = useRail();
  const signingOut = useIsSigningOut();
  const programs = useProgramsAddress();
  const button = (
    <>
      <Avatar name={person.name} />
      <span className={css.name}>{person.name}</span>
    </>
  );
  return (
    <Popup label="Your account" button={button} buttonClass={css.me} width={248}>
      {close => {
        const leadTo = (action: ActionName) => () => {
          close();
          hide();
          run(action);
        };
        return (
          <>
            <div className={css.account}>
              <strong>{person.name}</strong>
              <span>{person.email}</span>
              <span className={css.role}>{person.role}</span>
            </div>
            <MenuList>
              <Item icon="search" keys="Mod k" onPick={leadTo('palette')}>
                Command palette
              </Item>
              <Item icon="sliders" keys="g ," onPick={leadTo('preferences')}>
                Preferences
              </Item>
              <Item icon="keyboard" keys="?" onPick={leadTo('shortcuts')}>
                Keyboard shortcuts
              </Item>
              <Item icon="lock" onPick={leadTo('password')}>
                Change password
              </Item>
              <a href={programs} target="_blank" rel="noopener" onClick={close}>
                <Icon name="program" />
                <span>Programs that act for you</span>
                <Icon name="away" size={12} />
              </a>
              <hr />
              <Item icon="leave" disabled={signingOut} onPick={() => run('sign-out')}>
                Sign out
              </Item>
            </MenuList>
          </>
        );
      }}
    </Popup>
  );
}

type ItemProps = { icon: IconName; keys?: string; disabled?: boolean; onPick: () => void; children: ReactNode };

function Item({ icon, keys, disabled, onPick, children }: ItemProps) {
  return (
    <button type="button" disabled={disabled} onClick={onPick}>
      <Icon name={icon} />
      <span>{children}</span>
      {keys && <Key keys={keys} />}
    </button>
  );
}
