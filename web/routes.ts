import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { readListQuery } from './api-client/list-query.ts';
import { parseSearch, stringifySearch } from './api-client/search-params.ts';
import { AppLayout } from './app/app-layout.tsx';
import { ErrorFallback } from './app/error-fallback.tsx';
import { lazyChunk } from './app/lazy-chunks.ts';
import { NotFound } from './app/not-found.tsx';
import { DetailSkeleton, PageSkeleton } from './app/page-skeleton.tsx';
import { readGistFilter } from './gists/gist-filter.ts';
import { SignedInRoute } from './session/signed-in-route.tsx';
import { readAuditFilter } from './settings/audit/audit-filter.ts';
import { readFilter } from './tickets/filter/filter.ts';
import { openView } from './tickets/filter/list-views.ts';
import { NoTicket } from './tickets/no-ticket.tsx';
import { TicketsPage } from './tickets/tickets.tsx';

/** A page whose code is loaded on demand, or when the browser is idle. */
const lazyPage = <Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) => lazyRouteComponent(lazyChunk(load), name);

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

/** The page shown at the end of a sign-in that replaces an ended session. */
const signedIn = createRoute({ getParentRoute: () => root, path: '/signed-in', component: SignedInRoute });

/** Layout of all pages that require a session. */
const desk = createRoute({ getParentRoute: () => root, id: 'desk', component: AppLayout });

const home = createRoute({
  getParentRoute: () => desk,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/tickets', search: openView.filter, replace: true });
  },
});

const tickets = createRoute({
  getParentRoute: () => desk,
  path: '/tickets',
  validateSearch: readFilter,
  component: TicketsPage,
});
const allTickets = createRoute({ getParentRoute: () => tickets, path: '/', component: NoTicket });
const closedTickets = createRoute({ getParentRoute: () => tickets, path: 'recently_closed', component: NoTicket });
const ticket = createRoute({
  getParentRoute: () => tickets,
  path: '$ticketId',
  pendingComponent: DetailSkeleton,
  component: lazyPage(() => import('./tickets/ticket.tsx'), 'TicketPage'),
});

const drafts = createRoute({
  getParentRoute: () => desk,
  path: '/drafts',
  pendingComponent: PageSkeleton,
  component: lazyPage(() => import('./drafts/drafts-page.tsx'), 'DraftsPage'),
});

const notifications = createRoute({
  getParentRoute: () => desk,
  path: '/notifications',
  validateSearch: readListQuery,
  pendingComponent: PageSkeleton,
  component: lazyPage(() => import('./notifications/notifications-page.tsx'), 'NotificationsPage'),
});

const gists = createRoute({
  getParentRoute: () => desk,
  path: '/gists',
  validateSearch: readGistFilter,
  pendingComponent: PageSkeleton,
  component: lazyPage(() => import('./gists/gists.tsx'), 'GistsPage'),
});
const noGist = createRoute({
  getParentRoute: () => gists,
  path: '/',
  component: lazyPage(() => import('./gists/gists.tsx'), 'NoGist'),
});
const gist = createRoute({
  getParentRoute: () => gists,
  path: '$gistId',
  pendingComponent: DetailSkeleton,
  component: lazyPage(() => import('./gists/gist.tsx'), 'GistPage'),
});
const newGist = createRoute({
  getParentRoute: () => gists,
  path: 'new',
  pendingComponent: DetailSkeleton,
  component: lazyPage(() => import('./gists/edit/new-gist.tsx'), 'NewGistPage'),
});
const editGist = createRoute({
  getParentRoute: () => gists,
  path: '$gistId/edit',
  pendingComponent: DetailSkeleton,
  component: lazyPage(() => import('./gists/edit/edit-gist.tsx'), 'EditGistPage'),
});

const settings = createRoute({
  getParentRoute: () => desk,
  path: '/settings',
  pendingComponent: PageSkeleton,
  component: lazyPage(() => import('./settings/settings.tsx'), 'SettingsPage'),
});
const noSection = createRoute({
  getParentRoute: () => settings,
  path: '/',
  component: lazyPage(() => import('./settings/settings.tsx'), 'NoSection'),
});
const start = createRoute({
  getParentRoute: () => settings,
  path: 'start',
  pendingComponent: DetailSkeleton,
  component: lazyPage(() => import('./settings/start/start.tsx'), 'StartPage'),
});
const people = createRoute({
  getParentRoute: () => settings,
  path: 'people',
  pendingComponent: DetailSkeleton,
  component: lazyPage(() => import('./settings/people/people.tsx'), 'PeoplePage'),
});
const newPerson = createRoute({
  getParentRoute: () => settings,
  path: 'people/new',
  pendingComponent: DetailSkeleton,
  component: lazyPage(() => import('./settings/people/new-person.tsx'), 'NewPersonPage'),
});
const person = createRoute({
  getParentRoute: () => settings,
  path: 'people/$personId',
  pendingComponent: DetailSkeleton,
  component: lazyPage(() => import('./settings/people/person.tsx'), 'PersonPage'),
});
const programs = createRoute({
  getParentRoute: () => settings,
  path: 'programs',
  pendingComponent: DetailSkeleton,
  component: lazyPage(() => import('./settings/programs/programs.tsx'), 'ProgramsPage'),
});
const newProgram = createRoute({
  getParentRoute: () => settings,
  path: 'programs/new',
  pendingComponent: DetailSkeleton,
  component: lazyPage(() => import('./settings/programs/new-program.tsx'), 'NewProgramPage'),
});
const program = createRoute({
  getParentRoute: () => settings,
  path: 'programs/$clientId',
  pendingComponent: DetailSkeleton,
  component: lazyPage(() => import('./settings/programs/program.tsx'), 'ProgramPage'),
});
const scriptTokens = createRoute({
  getParentRoute: () => settings,
  path: 'programs/tokens',
  pendingComponent: DetailSkeleton,
  component: lazyPage(() => import('./settings/programs/script-tokens.tsx'), 'ScriptTokensPage'),
});
const newScriptToken = createRoute({
  getParentRoute: () => settings,
  path: 'programs/tokens/new',
  pendingComponent: DetailSkeleton,
  component: lazyPage(() => import('./settings/programs/new-script-token.tsx'), 'NewScriptTokenPage'),
});
const mailboxes = createRoute({
  getParentRoute: () => settings,
  path: 'mailboxes',
  pendingComponent: DetailSkeleton,
  component: lazyPage(() => import('./settings/mailboxes/mailboxes.tsx'), 'MailboxesPage'),
});
const newMailbox = createRoute({
  getParentRoute: () => settings,
  path: 'mailboxes/new',
  pendingComponent: DetailSkeleton,
  component: lazyPage(() => import('./settings/mailboxes/new-mailbox.tsx'), 'NewMailboxPage'),
});
const mailbox = createRoute({
  getParentRoute: () => settings,
  path: 'mailboxes/$mailboxId',
  pendingComponent: DetailSkeleton,
  component: lazyPage(() => import('./settings/mailboxes/mailbox.tsx'), 'MailboxPage'),
});
const tags = createRoute({
  getParentRoute: () => settings,
  path: 'tags',
  pendingComponent: DetailSkeleton,
  component: lazyPage(() => import('./settings/tags/tags.tsx'), 'TagsPage'),
});
const tag = createRoute({
  getParentRoute: () => settings,
  path: 'tags/$name',
  pendingComponent: DetailSkeleton,
  component: lazyPage(() => import('./settings/tags/tag.tsx'), 'TagPage'),
});
const jobs = createRoute({
  getParentRoute: () => settings,
  path: 'jobs',
  pendingComponent: DetailSkeleton,
  component: lazyPage(() => import('./settings/jobs/jobs.tsx'), 'JobsPage'),
});
const deskSettings = createRoute({
  getParentRoute: () => settings,
  path: 'desk',
  pendingComponent: DetailSkeleton,
  component: lazyPage(() => import('./settings/desk/desk.tsx'), 'DeskPage'),
});
const signIn = createRoute({
  getParentRoute: () => settings,
  path: 'sign-in',
  pendingComponent: DetailSkeleton,
  component: lazyPage(() => import('./settings/sign-in/sign-in.tsx'), 'SignInPage'),
});
const newProvider = createRoute({
  getParentRoute: () => settings,
  path: 'sign-in/new',
  pendingComponent: DetailSkeleton,
  component: lazyPage(() => import('./settings/sign-in/new-provider.tsx'), 'NewProviderPage'),
});
const provider = createRoute({
  getParentRoute: () => settings,
  path: 'sign-in/$providerId',
  pendingComponent: DetailSkeleton,
  component: lazyPage(() => import('./settings/sign-in/provider.tsx'), 'ProviderPage'),
});
const audit = createRoute({
  getParentRoute: () => settings,
  path: 'audit',
  validateSearch: readAuditFilter,
  pendingComponent: DetailSkeleton,
  component: lazyPage(() => import('./settings/audit/audit.tsx'), 'AuditPage'),
});
const auditEntry = createRoute({
  getParentRoute: () => settings,
  path: 'audit/$auditEntryId',
  validateSearch: readAuditFilter,
  pendingComponent: DetailSkeleton,
  component: lazyPage(() => import('./settings/audit/audit-entry.tsx'), 'AuditEntryPage'),
});

const data = createRoute({
  getParentRoute: () => settings,
  path: 'data',
  pendingComponent: DetailSkeleton,
  component: lazyPage(() => import('./settings/data/data.tsx'), 'DataPage'),
});

const capturedMail = createRoute({
  getParentRoute: () => desk,
  path: '/mail/captured',
  pendingComponent: PageSkeleton,
  component: lazyPage(() => import('./mail/captured/captured-page.tsx'), 'CapturedMailPage'),
});
const noCapturedMail = createRoute({
  getParentRoute: () => capturedMail,
  path: '/',
  component: lazyPage(() => import('./mail/captured/captured-page.tsx'), 'NoCapturedMail'),
});
const openCapturedMail = createRoute({
  getParentRoute: () => capturedMail,
  path: '$deliveryId',
  pendingComponent: DetailSkeleton,
  component: lazyPage(() => import('./mail/captured/captured-mail.tsx'), 'CapturedMail'),
});

const problemsPage = () => import('./mail/problems/problems-page.tsx');
const mailProblems = createRoute({
  getParentRoute: () => desk,
  path: '/mail/problems',
  pendingComponent: PageSkeleton,
  component: lazyPage(problemsPage, 'MailProblemsPage'),
});
const noIncomingMail = createRoute({
  getParentRoute: () => mailProblems,
  path: '/',
  component: lazyPage(problemsPage, 'NoMailSelected'),
});
const noOutgoingMail = createRoute({
  getParentRoute: () => mailProblems,
  path: 'outgoing',
  component: lazyPage(problemsPage, 'NoMailSelected'),
});
const incomingMail = createRoute({
  getParentRoute: () => mailProblems,
  path: 'incoming/$mailId',
  pendingComponent: DetailSkeleton,
  component: lazyPage(() => import('./mail/problems/incoming-mail.tsx'), 'IncomingMail'),
});
const outgoingMail = createRoute({
  getParentRoute: () => mailProblems,
  path: 'outgoing/$deliveryId',
  pendingComponent: DetailSkeleton,
  component: lazyPage(() => import('./mail/problems/outgoing-mail.tsx'), 'OutgoingMail'),
});

const routeTree = root.addChildren([
  signedIn,
  desk.addChildren([
    home,
    drafts,
    notifications,
    tickets.addChildren([allTickets, closedTickets, ticket]),
    gists.addChildren([noGist, newGist, gist, editGist]),
    settings.addChildren([
      noSection,
      start,
      people,
      newPerson,
      person,
      programs,
      newProgram,
      program,
      scriptTokens,
      newScriptToken,
      mailboxes,
      newMailbox,
      mailbox,
      tags,
      tag,
      jobs,
      deskSettings,
      signIn,
      newProvider,
      provider,
      audit,
      auditEntry,
      data,
    ]),
    capturedMail.addChildren([noCapturedMail, openCapturedMail]),
    mailProblems.addChildren([noIncomingMail, noOutgoingMail, incomingMail, outgoingMail]),
  ]),
]);

/** All routes of the web app. Search parameters have the same names and format as in the API. */
export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  scrollRestoration: false,
  defaultPreload: 'intent',
  // Loaded code renders within a millisecond, so the placeholder appears only while code loads.
  defaultPendingMs: 50,
  defaultPendingMinMs: 0,
  defaultErrorComponent: ErrorFallback,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
