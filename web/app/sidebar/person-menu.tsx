import type { ActionName } from '../../keyboard/actions.ts';
import { useRunAction } from '../../keyboard/use-action.ts';
import { usePerson } from '../../session/person.ts';
import { useConnectedAppsUrl, useSecurityUrl } from '../../session/queries.ts';
import { useIsSigningOut } from '../../session/sign-out.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { MenuItem, MenuLink } from '../../ui/menu-item.tsx';
import { MenuList } from '../../ui/menu-list.tsx';
import { Popup } from '../../ui/popup.tsx';
import css from './sidebar.module.css';
import { useSidebar } from './sidebar-context.tsx';

/** Account menu with preferences and sign-out. */
export function PersonMenu() {
  const person = usePerson();
  const run = useRunAction();
  const { hide } = useSidebar();
  const signingOut = useIsSigningOut();
  const connectedAppsUrl = useConnectedAppsUrl();
  const securityUrl = useSecurityUrl();
  const button = (
    <>
      <Avatar name={person.name} />
      <span className={`${css.name} truncate`} dir="auto">
        {person.name}
      </span>
    </>
  );
  return (
    <Popup label="Your account" button={button} buttonClass={css.accountButton} width={248}>
      {close => {
        const closeAndRun = (action: ActionName) => () => {
          close();
          hide();
          run(action);
        };
        return (
          <>
            <div className={css.account}>
              <strong dir="auto">{person.name}</strong>
              <span dir="auto">{person.email}</span>
              <span className={css.role}>{person.role}</span>
            </div>
            <MenuList>
              <MenuItem icon="search" keys="Mod k" onChoose={closeAndRun('palette')}>
                Command palette
              </MenuItem>
              <MenuItem icon="sliders" keys="g ," onChoose={closeAndRun('preferences')}>
                Preferences
              </MenuItem>
              {person.role === 'admin' && (
                <MenuItem icon="inbox" keys="g s" onChoose={closeAndRun('go.settings')}>
                  Settings
                </MenuItem>
              )}
              <MenuItem icon="keyboard" keys="?" onChoose={closeAndRun('shortcuts')}>
                Keyboard shortcuts
              </MenuItem>
              <MenuItem icon="lock" onChoose={closeAndRun('password')}>
                Change password
              </MenuItem>
              <MenuLink icon="shield" href={securityUrl} onChoose={close}>
                Sign-in security
              </MenuLink>
              <MenuLink icon="apps" href={connectedAppsUrl} onChoose={close}>
                Connected apps
              </MenuLink>
              <hr />
              <MenuItem icon="sign-out" disabled={signingOut} onChoose={() => run('sign-out')}>
                Sign out
              </MenuItem>
            </MenuList>
          </>
        );
      }}
    </Popup>
  );
}
