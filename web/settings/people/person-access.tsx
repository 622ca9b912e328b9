import { useQuery } from '@tanstack/react-query';
import type { Invitations, Person } from '#contract';
import { explainError } from '../../api-client/errors.ts';
import { getLoadError } from '../../api-client/load-error.ts';
import { useRunAction } from '../../keyboard/use-action.ts';
import { usePerson } from '../../session/person.ts';
import form from '../form/settings-form.module.css';
import { AccessRow } from './access-row.tsx';
import { DisablePerson } from './disable-person.tsx';
import { EnablePerson } from './enable-person.tsx';
import { invitationQuery } from './queries.ts';
import { OwnSecondFactor, SecondFactor } from './second-factor.tsx';
import { SendLink } from './send-link.tsx';
import { SetPassword } from './set-password.tsx';
import { WithdrawInvitation } from './withdraw-invitation.tsx';

/** Changes the access of a person: invitation, password, second factor and account. */
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
      <OwnSecondFactor />
      <AccessRow title="Account" about="You cannot disable your own account. Another administrator can." />
    </>
  );
}

const OtherAccess = ({ person }: { person: Person }) => (
  <>
    {!person.disabled && <InvitationRow person={person} />}
    <AccessRow title="Password" about="A new password signs this person out everywhere and revokes their tokens.">
      {!person.disabled && (
        <SendLink
          person={person}
          kind="reset_link"
          title="Send a reset link"
          about="The link lets them choose a new password. It works once and expires after an hour."
        />
      )}
      <SetPassword person={person} />
    </AccessRow>
    <SecondFactor person={person} />
    {person.disabled ? (
      <AccessRow title="Account" about="Disabled: this person cannot sign in. Tickets and messages stay as they are.">
        <EnablePerson person={person} />
      </AccessRow>
    ) : (
      <AccessRow
        title="Account"
        about="Disable the account when this person leaves. Tickets and messages stay as they are."
      >
        <DisablePerson person={person} />
      </AccessRow>
    )}
  </>
);

type InvitationItem = Invitations['invitations'][number];

function InvitationRow({ person }: { person: Person }) {
  const result = useQuery(invitationQuery(person.id));
  const { data: invitation } = result;
  const failure = getLoadError(result);
  if (failure) {
    return (
      <AccessRow title="Invitation" about={`Couldn’t load the invitation. ${explainError(failure.error)}`}>
        <button type="button" className="button" onClick={failure.retry}>
          Try again
        </button>
      </AccessRow>
    );
  }
  return (
    <AccessRow title="Invitation" about={describeInvitation(person, invitation)}>
      <SendLink
        person={person}
        kind="invitation"
        title={invitation ? 'Invite again' : 'Invite'}
        about={invitation ? `${aboutInvitation} The earlier link stops working.` : aboutInvitation}
      />
      {invitation && <WithdrawInvitation person={person} />}
    </AccessRow>
  );
}

const aboutInvitation = 'The link lets them choose their name and password. It works once.';

const describeInvitation = ({ email }: Person, invitation: InvitationItem | undefined): string => {
  if (!invitation) return 'A person who has not signed in yet gets a link to choose their name and password.';
  return invitation.delivery_id === null ? 'An administrator got a link to pass on.' : `A link was sent to ${email}.`;
};
