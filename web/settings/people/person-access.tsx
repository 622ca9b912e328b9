import type { ReactNode } from 'react';
import type { Person } from '#contract';
import { useRunAction } from '../../keyboard/use-action.ts';
import { usePerson } from '../../session/person.ts';
import form from '../form/settings-form.module.css';
import { DisablePerson } from './disable-person.tsx';
import { EnablePerson } from './enable-person.tsx';
import css from './people.module.css';
import { SetPassword } from './set-password.tsx';

/** Sets the password of a person, and disables or enables their account. */
export function PersonAccess({ person }: { person: Person }) {
  const isSelf = person.id === usePerson().id;
  return (
    <section className={form.form} tabIndex={-1} aria-label="Access">
      <h2>Access</h2>
      {isSelf ? <OwnAccess /> : <OtherAccess person={person} />}
    </section>
  );
}

function OwnAccess() {
  const run = useRunAction();
  return (
    <>
      <AccessRow title="Password" about="Your other sessions end, and you stay signed in here.">
        <button type="button" className="button" onClick={() => run('password')}>
          Change your password
        </button>
      </AccessRow>
      <AccessRow title="Account" about="You cannot disable your own account. Another administrator can." />
    </>
  );
}

const OtherAccess = ({ person }: { person: Person }) => (
  <>
    <AccessRow title="Password" about="A new password signs this person out everywhere and revokes their tokens.">
      <SetPassword person={person} />
    </AccessRow>
    {person.disabled ? (
      <AccessRow title="Account" about="Disabled: this person cannot sign in. Tickets and messages stay as they are.">
        <EnablePerson person={person} />
      </AccessRow>
    ) : (
      <AccessRow title="Account" about="Disable it when this person leaves. Tickets and messages stay as they are.">
        <DisablePerson person={person} />
      </AccessRow>
    )}
  </>
);

const AccessRow = ({ title, about, children }: { title: string; about: string; children?: ReactNode }) => (
  <div className={css.access}>
    <div>
      <h3>{title}</h3>
      <p>{about}</p>
    </div>
    {children}
  </div>
);
