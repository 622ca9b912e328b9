import type { ActingProgram } from '../grants/acting-programs.ts';
import type { OwnAccess } from '../grants/own-access.ts';
import type { SignIn } from '../grants/sign-ins.ts';
import { type Html, html } from './html.ts';
import { page } from './page.ts';
import { scopeItems } from './scope-items.ts';
import { timeWords } from './time-words.ts';

/** Whose page it is, what it lists, and what became of a button that was pressed. */
type ProgramsPage = OwnAccess & {
  person: { id: string; email: string };
  /** The id of the sign-in that asks. */
  here: string;
  done: string | null;
};

/** What acts for a person and where they are signed in, each with the button that ends it. */
export const programsPage = (publicUrl: string, { person, here, programs, signIns, done }: ProgramsPage): string => {
  const title = 'Programs that act for you';
  return page(
    publicUrl,
    done === null ? title : `${done} – ${title}`,
    html`<h1>${title}</h1>
<p class="lead">You are signed in as <strong><bdi>${person.email}</bdi></strong>.</p>
${done === null ? null : html`<p class="done" role="status">${done}</p>`}
<form method="post">
<input type="hidden" name="person" value="${person.id}">
${programs.length === 0 ? noProgram : programs.map(programSection)}
<section class="access">
<h2>Where you are signed in</h2>
<ul class="rows">
${signIns.filter(({ id }) => id === here).map(each => signInRow(each, true))}
${signIns.filter(({ id }) => id !== here).map(each => signInRow(each, false))}
</ul>
<button name="everywhere" value="yes">Sign out everywhere</button>
</section>
</form>
<p class="note">Signing out leaves programs as they are. Times are in UTC.</p>`,
  );
};

const noProgram = html`<section class="access">
<p class="lead">No program acts for you.</p>
</section>`;

const programSection = (program: ActingProgram, n: number): Html => {
  const { kind, id, name, scopes, since, lastUsedAt, until } = program;
  return html`<section class="access">
<h2 id="program-${n}"><bdi class="name">${name}</bdi></h2>
${kind === 'script' ? html`<p class="when">The token <code>${id}</code>, which an administrator made for it</p>` : null}
<p class="when">${span(since, lastUsedAt)}${until === null ? null : html`<br>Ends ${timeWords(until)}`}</p>
<ul aria-labelledby="program-${n}">
${scopeItems(scopes)}
</ul>
<button name="${kind}" value="${id}" aria-describedby="program-${n}">Take the permission back</button>
</section>`;
};

const signInRow = ({ id, since, lastUsedAt }: SignIn, isHere: boolean): Html => html`<li>
<p id="sign-in-${id}"><strong>${isHere ? 'This browser' : 'Another browser'}</strong>
<span class="when">${span(since, lastUsedAt)}</span></p>
<button name="sign_in" value="${id}" aria-describedby="sign-in-${id}">Sign out</button>
</li>`;

const span = (since: number, lastUsedAt: number): Html =>
  html`Since ${timeWords(since)}<br>Last used ${timeWords(lastUsedAt)}`;
