import type { Person } from '#contract';
import { FormError } from '../../ui/form-error.tsx';
import { useSetDisabled } from './use-set-disabled.ts';

/** Lets a person sign in again. Needs no confirmation, since it can be undone. */
export function EnablePerson({ person }: { person: Person }) {
  const { mutate, error, isPending } = useSetDisabled(person);
  return (
    <>
      {error && <FormError error={error} />}
      <button type="button" className="button" disabled={isPending} onClick={() => mutate(false)}>
        Enable
      </button>
    </>
  );
}
