import { useRef, useState } from 'react';
import type { View as SavedView } from '#contract';
import type { ActionName } from '../../keyboard/actions.ts';
import { useAction, useRunAction } from '../../keyboard/use-action.ts';
import { useIsAllowed } from '../../session/permissions.ts';
import { usePerson } from '../../session/person.ts';
import { Icon } from '../../ui/icon.tsx';
import { MenuItem } from '../../ui/menu-item.tsx';
import { MenuList } from '../../ui/menu-list.tsx';
import { Popup } from '../../ui/popup.tsx';
import { parseFilter } from '../filter/filter.ts';
import { useChangeView } from './change-view.ts';
import { ViewDialog } from './view-dialog.tsx';
import { useDeleteView } from './view-mutations.ts';

export function ViewMenu({ view }: { view: SavedView }) {
  const me = usePerson();
  const mayChange = useIsAllowed('PATCH /views/{view_id}');
  return view.owner_id === me.id && mayChange && <OwnMenu key={view.id} view={view} />;
}

function OwnMenu({ view }: { view: SavedView }) {
  const [renaming, setRenaming] = useState(false);
  const { mutate: change } = useChangeView(view.id);
  const { mutate: remove } = useDeleteView();
  const share = (): void =>
    change({
      seen: view,
      change: { shared: !view.shared },
      done: ({ name, shared }) =>
        shared ? `“${name}” is shared with the team` : `“${name}” is now only visible to you`,
    });
  const anchor = useRef<HTMLButtonElement>(null);
  useAction('view.rename', () => setRenaming(true), { button: anchor });
  useAction('view.share', share, { button: anchor });
  useAction('view.delete', () => remove(view), { button: anchor });
  const button = (
    <>
      <Icon name="more" />
      <span className="visually-hidden">View “{view.name}”</span>
    </>
  );
  return (
    <>
      <Popup label={`View “${view.name}”`} button={button} buttonClass="icon-button" width={220} anchor={anchor}>
        {close => <Choices isShared={view.shared} close={close} />}
      </Popup>
      {renaming && <RenameView view={view} onDone={() => setRenaming(false)} />}
    </>
  );
}

function Choices({ isShared, close }: { isShared: boolean; close: () => void }) {
  const run = useRunAction();
  const choose = (action: ActionName) => (): void => {
    close();
    run(action);
  };
  return (
    <MenuList>
      <MenuItem icon="pencil" onChoose={choose('view.rename')}>
        Rename
      </MenuItem>
      <MenuItem icon={isShared ? 'lock' : 'people'} onChoose={choose('view.share')}>
        {isShared ? 'Stop sharing' : 'Share with the team'}
      </MenuItem>
      <MenuItem icon="trash" dangerous onChoose={choose('view.delete')}>
        Delete view
      </MenuItem>
    </MenuList>
  );
}

function RenameView({ view, onDone }: { view: SavedView; onDone: () => void }) {
  const { mutate, error, isPending } = useChangeView(view.id);
  // The form's initial values stay the same if another window changes the view.
  const [seen] = useState(view);
  const save = ({ name, shared }: { name: string; shared: boolean }): void => {
    const change = { ...(name !== seen.name && { name }), ...(shared !== seen.shared && { shared }) };
    if (Object.keys(change).length === 0) onDone();
    else mutate({ seen, change, done: ({ name }) => `“${name}” saved` }, { onSuccess: onDone });
  };
  return (
    <ViewDialog
      open
      title="Rename view"
      view={view}
      submitLabel="Save"
      filtersByMe={parseFilter(view.query).assignee_id === 'me'}
      error={error}
      isPending={isPending}
      onCancel={onDone}
      onSubmit={save}
    />
  );
}
