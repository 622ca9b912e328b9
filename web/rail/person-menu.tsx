import { usePerson } from '../session/person.ts';
import { useSignOut } from '../session/sign-out.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Popup } from '../ui/popup.tsx';
import css from './rail.module.css';

/** Who one is, and the way out. */
export function PersonMenu() {
  const person = usePerson();
  const { mutate: signOut, isPending } = useSignOut();
  const button = (
    <>
      <Avatar name={person.name} />
      <span className={css.name}>{person.name}</span>
    </>
  );
  return (
    <Popup label="Your account" button={button} buttonClass={css.me} width={220}>
      {() => (
        <div className={css.account}>
          <p>
            {person.email}
            <br />
            {person.role}
          </p>
          <button type="button" className="button" disabled={isPending} onClick={() => signOut()}>
            Sign out
          </button>
        </div>
      )}
    </Popup>
  );
}
